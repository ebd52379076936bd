import assert from 'node:assert/strict';
import { assertLinear } from '../../support/assertLinear.ts';

/** Work that grows with its input, as often as `rounds` says for an input of this size. */
function loops(size: number, rounds: number): number {
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < size; at += 1) {
      sum += at % 7;
    }
  }
  return sum;
}

describe('assertLinear', () => {
  it('takes work that is linear, however short it is', () => {
    for (const size of [10, 1000, 100_000]) {
      assertLinear(size, (count) => () => loops(count, 20));
    }
  });

  it('throws for work that grows with the square, however short it is', () => {
    for (const size of [100, 300, 1000]) {
      assert.throws(
        () => assertLinear(size, (count) => () => loops(count, count)),
        /times as long/,
      );
    }
  });
});
