import assert from 'node:assert/strict';
import { listAge } from '../../../../src/host/models/modelWords.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describe('listAge', () => {
  const ages: readonly (readonly [ageMs: number, words: string])[] = [
    [minuteMs - 1, 'list updated just now'],
    [5 * minuteMs, 'list updated 5 min ago'],
    [hourMs, 'list updated 1 h ago'],
    [2 * dayMs, 'list updated 2 d ago'],
    [1000 * dayMs, 'list updated 1,000 d ago'],
  ];
  for (const [ageMs, words] of ages) {
    it(`of ${ageMs} ms is “${words}”`, () => {
      assert.equal(listAge(0, ageMs), words);
    });
  }
});
