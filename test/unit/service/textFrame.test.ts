import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createChunkReader } from '../../../src/service/chunkReader.ts';
import { createTextFrame } from '../../../src/service/textFrame.ts';
import { isRecord } from '../../../src/shared/guards.ts';
import type { ServiceEvent } from '../../../src/shared/service/chatCompletion.ts';

function chunkWith(content: unknown, rest: object = {}): string {
  const choice = { index: 0, delta: { content }, finish_reason: null };
  return JSON.stringify({ id: 'chatcmpl-1', model: 'm1', choices: [choice], ...rest });
}

/** The text of `data` by a frame that has learnt `learnt`, whose content is `text`. */
function textAfter(learnt: string, text: string, data: string): string | undefined {
  const frame = createTextFrame();
  frame.learn(learnt, text);
  return frame.textOf(data);
}

/** What a chunk reader gives for a chunk in the middle of a reply. */
function eventsOf(data: string): readonly ServiceEvent[] {
  const chunks = createChunkReader(undefined);
  chunks.read({ id: 'x' }, []);
  const events: ServiceEvent[] = [];
  const chunk: unknown = JSON.parse(data);
  assert.ok(isRecord(chunk));
  chunks.read(chunk, events);
  return events;
}

describe('createTextFrame', () => {
  it('reads the content of chunks that are like the one it has learnt', () => {
    const frame = createTextFrame();
    assert.equal(frame.textOf(chunkWith('a')), undefined);
    frame.learn(chunkWith('one'), 'one');
    for (const text of ['two', '', 'Ünï\u2028 "quoted" \\ \n', '","content":"']) {
      assert.equal(frame.textOf(chunkWith(text)), text);
    }
  });

  it('passes over a chunk in which anything else differs', () => {
    const others = [
      chunkWith('b', { id: 'chatcmpl-2' }),
      chunkWith('b', { usage: {} }),
      chunkWith(null),
      chunkWith(['b']),
      chunkWith('a').replace('"a"', '"b","role":"assistant"'),
      chunkWith('a').replace('"a"', ' "b'),
      chunkWith('a').slice(0, -1),
      `${chunkWith('a')} `,
      '{"error":"b"}',
      '',
    ];
    for (const other of others) {
      assert.equal(textAfter(chunkWith('a'), 'a', other), undefined, other);
    }
  });

  it('keeps the spaces and escapes of the service out of the text', () => {
    const spaced = '{ "choices": [ { "delta": { "content" : "caf\\u00e9\\/" } } ] }';
    assert.equal(textAfter(spaced, 'café/', spaced.replace('caf', 'th')), 'thé/');
  });

  it('does not take a content that is not that of the first choice', () => {
    const twice = '{"choices":[{"delta":{"content":"a","content":"b"}}]}';
    assert.equal(textAfter(twice, 'b', twice), undefined);
    const second =
      '{"choices":[{"index":1,"delta":{"content":"a"}},{"index":0,"delta":{"content":"a"}}]}';
    assert.equal(textAfter(second, 'a', second), undefined);
    const named = '{"note":{"content":"a"},"choices":[{"delta":{"content":"a"}}]}';
    assert.equal(textAfter(named, 'a', named), undefined);
  });

  it('no longer learns where every chunk is another', () => {
    const frame = createTextFrame();
    for (let id = 0; id < 10; id += 1) {
      assert.equal(frame.textOf(chunkWith('a', { id })), undefined);
      frame.learn(chunkWith('a', { id }), 'a');
    }
    assert.equal(frame.textOf(chunkWith('a', { id: 9 })), undefined);
  });

  it('gives what the whole chunk would have given, whatever it is like', () => {
    const field = fc.oneof(fc.string({ unit: 'grapheme' }), fc.jsonValue());
    const chunk = fc.record(
      {
        content: fc.constant('here'),
        delta: fc.dictionary(fc.constantFrom('content', 'role', 'reasoning', 'x'), field),
        rest: fc.dictionary(fc.constantFrom('id', 'content', 'usage', 'object', 'choices'), field),
      },
      { requiredKeys: ['delta', 'rest'] },
    );
    let framed = 0;
    fc.assert(
      fc.property(chunk, fc.string({ unit: 'grapheme' }), (shape, text) => {
        const written = (content: string | undefined): string =>
          JSON.stringify({
            choices: [{ delta: { ...shape.delta, ...(shape.content && { content }) } }],
            ...shape.rest,
          });
        const [event, ...others] = eventsOf(written('here'));
        if (event?.kind !== 'text' || others.length > 0) {
          return;
        }
        const read = textAfter(written('here'), event.text, written(text));
        if (read !== undefined) {
          framed += 1;
          assert.deepEqual(
            read === '' ? [] : [{ kind: 'text', text: read }],
            eventsOf(written(text)),
          );
        }
      }),
    );
    assert.ok(framed > 0);
  });
});
