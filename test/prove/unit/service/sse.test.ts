import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  readServerSentEvents,
  type ServerSentEvent,
} from '../../../../src/service/reply/eventStream.ts';
import { anySplit, bodyOf } from '../../../support/service/bodyOf.ts';
import { collect } from '../../../support/collect.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

async function read(
  ...pieces: readonly (string | Uint8Array)[]
): Promise<readonly ServerSentEvent[]> {
  const { events, error } = await collect(readServerSentEvents(bodyOf(...pieces)));
  assert.equal(error, undefined);
  return events;
}

describe('readServerSentEvents', () => {
  it('gives the same events for any split of the bytes', async () => {
    const line = fc.constantFrom(
      'data: {"a":"é漢😀"}',
      'data:',
      'data: x',
      'event: e',
      'event:',
      'id: 7',
      'id: a\0b',
      ': comment',
      'retry: 5',
      'other',
      '\uFEFFdata: y',
      '',
      '',
    );
    const body = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 20 })
      .map((lines) => new TextEncoder().encode(lines.flat().join('')));
    const split = body.chain((bytes) => fc.tuple(fc.constant(bytes), anySplit(bytes)));
    await fc.assert(
      fc.asyncProperty(split, async ([bytes, pieces]) => {
        assert.deepEqual(await read(...pieces), await read(bytes));
      }),
      { seed, numRuns: quantity({ slice: 100, whole: 5000 }) },
    );
  });
});
