import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { anySplit } from '../../../../support/service/bodyOf.ts';
import { chunk } from '../../../../support/service/scripts.ts';
import {
  cases,
  data,
  failures,
  joined,
  hello,
  read,
  stop,
} from '../../../../support/service/streamBodies.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

describe('stream', () => {
  it('reads any text exactly, whatever else the chunks hold', async () => {
    const content = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('","content":"'));
    const rest = fc.dictionary(
      fc.constantFrom('id', 'object', 'content', 'obfuscation', 'x'),
      fc.oneof(fc.string(), fc.jsonValue()),
    );
    // With `object` set to `error`, the chunk would be an error object.
    const isReply = (fields: object): boolean => !('object' in fields && fields.object === 'error');
    const chunks = fc.array(fc.tuple(content, rest.filter(isReply)), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(chunks, async (written) => {
        const lines = written.map(([text, fields]) => chunk({ content: text }, null, fields));
        const { events, error } = await read([data(...lines, '[DONE]')]);
        assert.equal(error, undefined);
        // What may become a tag comes together with what follows.
        const said = events.map((event) => (event.kind === 'text' ? event.text : ''));
        assert.equal(said.join(''), written.map(([content]) => content).join(''));
      }),
      { seed, numRuns: quantity({ slice: 50, whole: 2000 }) },
    );
  });

  it('gives the same for any split of the bytes', async () => {
    const bodies = [...cases, ...failures].map(([, body]) => body);
    const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
    const split = fc
      .tuple(fc.constantFrom(...bodies), lineEnd)
      .map(([body, end]) => new TextEncoder().encode(body.replaceAll('\n', end)))
      .chain((bytes) => fc.tuple(fc.constant(bytes), anySplit(bytes)));
    await fc.assert(
      fc.asyncProperty(split, async ([bytes, pieces]) => {
        const whole = await read([bytes]);
        const inPieces = await read(pieces);
        assert.deepEqual(joined(inPieces.events), joined(whole.events));
        assert.deepEqual(inPieces.diagnostics, whole.diagnostics);
        assert.equal(inPieces.error?.kind, whole.error?.kind);
        assert.equal(inPieces.error?.detail, whole.error?.detail);
      }),
      { seed, numRuns: quantity({ slice: 300, whole: 5000 }) },
    );
  });

  it('ends every stream of any bytes in one `ended` or one ServiceError', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.constantFrom(...cases.map(([, body]) => new TextEncoder().encode(body))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        const { events, error } = await read(pieces);
        const ends = events.filter(({ kind }) => kind === 'ended').length;
        assert.equal(ends, error === undefined ? 1 : 0);
        assert.equal(events.at(-1)?.kind === 'ended', error === undefined);
      }),
      { seed, numRuns: quantity({ slice: 50, whole: 3000 }) },
    );
  });

  it('says once how many events were skipped, also where the reply fails', async () => {
    const count = quantity({ slice: 10_000, whole: 100_000 });
    const broken = data('{"choices":').repeat(count);
    for (const end of [data(stop, '[DONE]'), data('{"error":"boom"}'), '']) {
      const { diagnostics } = await read([data(hello), broken, end]);
      assert.deepEqual(diagnostics, [
        { kind: 'skippedEvents', count, damaged: count, firstIndex: 1, firstLength: 11 },
      ]);
    }
  });
});
