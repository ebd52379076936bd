import assert from 'node:assert/strict';
import {
  addReply,
  type CostRow,
  type CountedReply,
  sumRows,
  totalOf,
} from '../../../../src/conversation/costRows.ts';
import { random } from '../../../support/random.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

function aReply(fields: Partial<CountedReply> = {}): CountedReply {
  const names = { connectionId: 'c1', connection: 'One', model: 'm1' };
  return { ...names, prompt: 10, completion: 4, cached: 3, reasoning: 2, ...fields };
}

describe('the rows of costs', () => {
  it('give the same total in whatever order and groups they are summed up', () => {
    const next = random(seed);
    const below = (most: number) => Math.floor(next() * most);
    const rounds = quantity({ slice: 5, whole: 2000 });
    for (let round = 0; round < rounds; round += 1) {
      const replies = Array.from({ length: 200 }, () =>
        aReply({
          connectionId: `c${below(2)}`,
          connection: 'One',
          model: `m${below(3)}`,
          prompt: below(1000),
          // Whole amounts, whose sums are exact.
          cost: below(3) === 0 ? undefined : { amount: below(64), currency: 'USD' },
        }),
      );
      const cut = below(replies.length);
      const rows = (some: readonly CountedReply[]) => some.reduce<readonly CostRow[]>(addReply, []);
      const parts = [...rows(replies.slice(cut)), ...rows(replies.slice(0, cut))];
      assert.deepEqual(
        totalOf(sumRows(parts)),
        totalOf(rows(replies)),
        `seed ${seed}, round ${round}`,
      );
    }
  });
});
