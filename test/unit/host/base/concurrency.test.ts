import assert from 'node:assert/strict';
import { forEachConcurrently, mapInOrder } from '../../../../src/host/base/concurrency.ts';
import { collect } from '../../../support/collect.ts';

describe('forEachConcurrently', () => {
  it('does so many at a time, and each once', async () => {
    const items = Array.from({ length: 20 }, (_, index) => index);
    const done: number[] = [];
    let [running, most] = [0, 0];
    await forEachConcurrently(items, 3, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      done.push(item);
    });
    assert.deepEqual([done.toSorted((a, b) => a - b), most], [items, 3]);
    await forEachConcurrently([], 3, async () => assert.fail());
  });

  it('throws a failure once nothing goes on any more, and begins nothing after it', async () => {
    const begun: number[] = [];
    const over: number[] = [];
    const work = forEachConcurrently([0, 1, 2, 3, 4], 2, async (item) => {
      begun.push(item);
      if (item === 0) {
        throw new Error('full');
      }
      await new Promise((resolve) => setImmediate(resolve));
      over.push(item);
    });
    await assert.rejects(work, /full/);
    assert.deepEqual([begun, over], [[0, 1], [1]]);
  });
});

describe('mapInOrder', () => {
  it('gives the results in the order of the items, whichever is done first', async () => {
    let most = 0;
    let running = 0;
    const results = mapInOrder([0, 1, 2, 3, 4, 5, 6], 3, async (item) => {
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
    const results = mapInOrder([1, 2, 3], 3, async (item) => {
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
