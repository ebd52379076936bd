import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import {
  EventStreamDecoder,
  readServerSentEvents,
  type ServerSentEvent,
} from '../../../../src/service/reply/eventStream.ts';
import { bodyOf, bytewise } from '../../../support/service/bodyOf.ts';
import { assertLinear } from '../../../support/assertLinear.ts';
import { collect } from '../../../support/collect.ts';

function event(data: string, event = 'message', id = ''): ServerSentEvent {
  return { event, data, id };
}

async function read(
  ...pieces: readonly (string | Uint8Array)[]
): Promise<readonly ServerSentEvent[]> {
  const { events, error } = await collect(readServerSentEvents(bodyOf(...pieces)));
  assert.equal(error, undefined);
  return events;
}

/** The rules of WHATWG HTML, 9.2.6 "Interpreting an event stream", one by one. */
const cases: readonly (readonly [
  rule: string,
  body: string,
  events: readonly ServerSentEvent[],
])[] = [
  ['LF ends a line', 'data: a\n\n', [event('a')]],
  ['CR ends a line', 'data: a\r\rdata: b\r\r', [event('a'), event('b')]],
  ['CRLF ends one line', 'data: a\r\n\r\ndata: b\r\n\r\n', [event('a'), event('b')]],
  ['line ends may be mixed', 'data: a\r\ndata: b\rdata: c\n\r\n', [event('a\nb\nc')]],
  ['LF and CR are two line ends', 'data: a\n\rdata: b\n\n', [event('a'), event('b')]],
  ['a leading byte order mark is dropped', '\uFEFFdata: a\n\n', [event('a')]],
  ['only one is dropped', '\uFEFF\uFEFFdata: a\n\ndata: b\n\n', [event('b')]],
  ['a later one is content', 'data: \uFEFFa\n\n', [event('\uFEFFa')]],
  ['a later one is part of a field name', 'data: a\n\uFEFFdata: b\n\n', [event('a')]],
  ['comments are ignored', ': c\ndata: a\n:\n: data: x\n\n', [event('a')]],
  ['one space after the colon is dropped', 'data:a\ndata: b\ndata:  c\n\n', [event('a\nb\n c')]],
  ['a tab is content', 'data:\ta\n\n', [event('\ta')]],
  ['several data lines are joined by LF', 'data: a\ndata: b\ndata:\n\n', [event('a\nb\n')]],
  ['a line without colon is a field name', 'data\n\ndata\ndata\n\n', [event(''), event('\n')]],
  ['an empty data line gives an event', 'data:\n\n', [event('')]],
  ['no data, no event', 'event: x\nid: 1\n\n\n\n', []],
  ['unknown fields are ignored', 'foo: x\ndata: a\ndatas: b\n data: c\n\n', [event('a')]],
  ['also if they have a brace', 'dat: {"a":1}\n\n{"b":2}\n\ndata: a\n\n', [event('a')]],
  ['field names are case-sensitive', 'Data: x\ndata: a\nDATA: y\n\n', [event('a')]],
  [
    'the event field names the type',
    'event: e\ndata: a\n\ndata: b\n\n',
    [event('a', 'e'), event('b')],
  ],
  ['the last event field counts', 'event: e\nevent: f\ndata: a\n\n', [event('a', 'f')]],
  ['an empty type is message', 'event: e\nevent:\ndata: a\n\n', [event('a')]],
  ['a type without data is forgotten', 'event: e\n\ndata: a\n\n', [event('a')]],
  [
    'an id holds on',
    'id: 1\ndata: a\n\ndata: b\n\n',
    [event('a', 'message', '1'), event('b', 'message', '1')],
  ],
  ['an id without data holds too', 'id: 1\n\ndata: b\n\n', [event('b', 'message', '1')]],
  [
    'an empty id resets it',
    'id: 1\ndata: a\n\nid\ndata: b\n\n',
    [event('a', 'message', '1'), event('b')],
  ],
  ['an id with NUL is ignored', 'id: 1\n\nid: 2\0\ndata: a\n\n', [event('a', 'message', '1')]],
  ['retry is no event', 'retry: 100\nretry: x\ndata: a\n\n', [event('a')]],
  ['an unterminated last event is dropped', 'data: a\n\ndata: b\n', [event('a')]],
  ['so is an unterminated last line', 'data: a\n\ndata: {"b":', [event('a')]],
  ['unless its JSON is complete', 'data: a\n\ndata: {"b":1}\n', [event('a'), event('{"b":1}')]],
  ['also without a line end', 'data: {"b":1}', [event('{"b":1}')]],
  ['also after a CR', 'data: {"b":1}\r', [event('{"b":1}')]],
  ['[DONE] is complete', 'data: [DONE]', [event('[DONE]')]],
  ['[DONE is not', 'data: [DONE', []],
  ['an empty body has no event', '', []],
  ['text beyond ASCII', 'data: é漢😀\u2028\u0085\n\n', [event('é漢😀\u2028\u0085')]],
  ['an HTML page has no event', '<html>\n<p>data: a</p>\n\n</html>', []],
];

describe('readServerSentEvents', () => {
  for (const [rule, body, events] of cases) {
    it(rule, async () => {
      const bytes = new TextEncoder().encode(body);
      assert.deepEqual(await read(bytes), events);
      assert.deepEqual(await read(...bytewise(bytes)), events);
    });
  }

  it('replaces bytes that are no UTF-8', async () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode('data: '), 0xff, 0x61, 10, 10]);
    assert.deepEqual(await read(bytes), [event('\uFFFDa')]);
  });

  it('reads a line of 10 MiB in small pieces', async () => {
    const piece = 'x'.repeat(64 * 1024);
    const [large] = await read('data: ', ...Array.from({ length: 160 }, () => piece), '\n\n');
    assert.equal(large?.data.length, 160 * 64 * 1024);
  });

  it('gives up on an endless line, after the events before it, and cancels the body', async () => {
    let isCancelled = false;
    const piece = new TextEncoder().encode('x'.repeat(1024 * 1024));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: a\n\ndata: ')),
      pull: (controller) => controller.enqueue(piece),
      cancel: () => {
        isCancelled = true;
      },
    });
    const { events, error } = await collect(readServerSentEvents(body));
    assert.ok(error instanceof ServiceError && error.kind === 'protocol');
    assert.deepEqual(events, [event('a')]);
    assert.ok(isCancelled);
  });

  it('cancels the body when the loop is left', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: a\n\n')),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const { data } of readServerSentEvents(body)) {
      assert.equal(data, 'a');
      break;
    }
    assert.ok(isCancelled);
  });
});

describe('lines with an unknown field', () => {
  it('are placed in time that is linear, also in one piece', () => {
    for (const unit of ['Error: x\n', 'a\r', '[\n', 'data: x\nError: y\n']) {
      assertLinear(1000, (size) => {
        const bytes = new TextEncoder().encode(`data: x\n\n${unit.repeat(size)}`);
        return () => new EventStreamDecoder(true).decode(bytes);
      });
    }
  });
});
