import assert from 'node:assert/strict';
import { removeChats } from '../../../src/host/history/chatActions.ts';
import type { ChatSummary } from '../../../src/host/history/chatSummary.ts';

describe('deleting a chat', () => {
  /** What is done, in order. */
  async function remove({ isUnsaved = false, failure = '', ids = ['c'] }) {
    const done: string[] = [];
    const removed: string[] = [];
    const note = (what: string) => () => void done.push(what);
    const services = {
      window: { stop: note('stop'), leave: note('leave') },
      sync: { isUnsaved: () => isUnsaved, flush: async () => note('flush')() },
      history: { touch: note('touch') },
      store: {
        async remove(id: string) {
          note('remove')();
          if (failure !== '' && id === ids.at(-1)) {
            throw new Error(failure);
          }
        },
      },
    } as unknown as Parameters<typeof removeChats>[1];
    const summaries = ids.map((id) => ({ id }) as ChatSummary);
    const outcome = await removeChats(summaries, services, (some) =>
      removed.push(...some.map(({ id }) => id)),
    ).catch(String);
    return { done, removed, outcome };
  }

  it('leaves the panels once it is deleted, and not where that fails or it is not saved', async () => {
    assert.deepEqual((await remove({})).done, ['stop', 'flush', 'remove', 'leave', 'touch']);
    const failed = await remove({ failure: 'EROFS' });
    assert.deepEqual([failed.done.includes('leave'), failed.outcome], [false, 'Error: EROFS']);
    const unsaved = await remove({ isUnsaved: true });
    assert.deepEqual(unsaved.done, ['stop', 'flush']);
    assert.match(String(unsaved.outcome), /not saved yet/);
  });

  it('can be undone for those that are gone where the next one fails', async () => {
    const { removed, outcome } = await remove({ ids: ['a', 'b', 'c'], failure: 'EROFS' });
    assert.deepEqual([removed, outcome], [['a', 'b'], 'Error: EROFS']);
  });
});
