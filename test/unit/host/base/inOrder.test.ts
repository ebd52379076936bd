import assert from 'node:assert/strict';
import { inOrder } from '../../../../src/host/base/concurrency.ts';
import { collect } from '../../../support/collect.ts';

describe('inOrder', () => {
  it('gives the results in the order of the items, whichever is done first', async () => {
    let most = 0;
    let running = 0;
    const results = inOrder([0, 1, 2, 3, 4, 5, 6], 3, async (item) => {
      running += 1;
      most = Math.max(most, running);
      // The later ones are done sooner.
      for (let turn = 0; turn < 20 - item; turn += 1) {
        await Promise.resolve();
      }
      running -= 1;
      return item * 10;
    });
    assert.deepEqual((await collect(results)).events, [0, 10, 20, 30, 40, 50, 60]);
    assert.equal(most, 3);
  });

  it('throws what a piece of work throws, and no other goes unheard of', async () => {
    const results = inOrder([1, 2, 3], 3, async (item) => {
      if (item > 1) {
        throw new Error(`no ${item}`);
      }
      return item;
    });
    const { events, error } = await collect(results);
    assert.deepEqual(events, [1]);
    assert.match(String(error), /no 2/);
  });
});
