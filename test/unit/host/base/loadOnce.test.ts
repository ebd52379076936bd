import assert from 'node:assert/strict';
import { loadOnce } from '../../../../src/host/base/loadOnce.ts';

describe('what is loaded once', () => {
  it('is the same for all callers, also for those who come while it loads', async () => {
    let calls = 0;
    const load = loadOnce(async () => {
      calls += 1;
      return { calls };
    });
    const [first, second] = await Promise.all([load(), load()]);
    assert.equal(first, second);
    assert.equal(await load(), first);
    assert.equal(calls, 1);
  });

  it('is tried again after a failure', async () => {
    let calls = 0;
    const load = loadOnce(async () => {
      calls += 1;
      if (calls === 1) {
        throw new Error('not there');
      }
      return calls;
    });
    await assert.rejects(load(), /not there/);
    assert.equal(await load(), 2);
  });
});
