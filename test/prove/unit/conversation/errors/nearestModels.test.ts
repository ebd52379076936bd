import assert from 'node:assert/strict';
import { nearestModels } from '../../../../../src/conversation/errors/nearestModels.ts';
import { quantity } from '../../../../support/quantity.ts';

describe('nearestModels', () => {
  it('comes to an end over a list that is meant to take long', () => {
    const ids = Array.from(
      { length: quantity({ slice: 500, whole: 20_000 }) },
      (_, index) => `${'-1/'.repeat(60)}${index}`,
    );
    // The time limit of the test is what it must keep.
    assert.equal(nearestModels('-1/'.repeat(61), ids).length, 3);
    assert.deepEqual(
      nearestModels('x'.repeat(quantity({ slice: 100_000, whole: 1_000_000 })), ids),
      [],
    );
  });
});
