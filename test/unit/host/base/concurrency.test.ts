import assert from 'node:assert/strict';
import { forEachAtOnce } from '../../../../src/host/base/concurrency.ts';

describe('forEachAtOnce', () => {
  it('does so many at a time, and each once', async () => {
    const items = Array.from({ length: 20 }, (_, index) => index);
    const done: number[] = [];
    let [running, most] = [0, 0];
    await forEachAtOnce(items, 3, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      done.push(item);
    });
    assert.deepEqual([done.toSorted((a, b) => a - b), most], [items, 3]);
    await forEachAtOnce([], 3, async () => assert.fail());
  });

  it('throws a failure once nothing goes on any more, and begins nothing after it', async () => {
    const begun: number[] = [];
    const over: number[] = [];
    const work = forEachAtOnce([0, 1, 2, 3, 4], 2, async (item) => {
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
