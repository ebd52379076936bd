import assert from 'node:assert/strict';
import { window } from 'vscode';
import type { ChatSummary } from '../../../src/host/history/chatSummary.ts';
import { removeConversations } from '../../../src/host/history/chatActions.ts';
import { sayingTrouble, storeTrouble } from '../../../src/host/store/storeNotices.ts';

describe('storeTrouble', () => {
  it('says in plain words why a file cannot be written, with the code of the system', () => {
    const path = "open '/somewhere/conversation.json.1.tmp'";
    const said = [
      `ENOSPC: no space left on device, write`,
      `EDQUOT: disk quota exceeded, ${path}`,
      `EROFS: read-only file system, ${path}`,
      `EACCES: permission denied, ${path}`,
      `EPERM: operation not permitted, ${path}`,
      `NoPermissions (FileSystemError): ${path}`,
      `EBUSY: resource busy or locked, ${path}`,
      'Something else',
    ].map((message) => storeTrouble(new Error(message)));
    assert.deepEqual(said, [
      'the disk is full (ENOSPC)',
      'the disk is full (EDQUOT)',
      'the disk can only be read (EROFS)',
      'writing there is not allowed (EACCES)',
      'writing there is not allowed (EPERM)',
      'writing there is not allowed (NoPermissions)',
      'the file is in use by another program (EBUSY)',
      'Something else',
    ]);
  });

  it('is said where something cannot be done', async () => {
    const said: unknown[] = [];
    const { showErrorMessage } = window;
    Object.assign(window, { showErrorMessage: async (text: string) => said.push(text) });
    try {
      await sayingTrouble(async () => Promise.reject(new Error('EROFS: read-only file system')));
    } finally {
      Object.assign(window, { showErrorMessage });
    }
    assert.deepEqual(said, ['That could not be done: the disk can only be read (EROFS)']);
  });
});

describe('deleting a chat', () => {
  /** What is done, in order. */
  async function remove({ isUnsaved = false, failure = '', ids = ['c'] }) {
    const done: string[] = [];
    const removed: string[] = [];
    const note = (what: string) => () => void done.push(what);
    const services = {
      stop: note('stop'),
      leave: note('leave'),
      isUnsaved: () => isUnsaved,
      flush: async () => note('flush')(),
      history: { touch: note('touch') },
      store: {
        async remove(id: string) {
          note('remove')();
          if (failure !== '' && id === ids.at(-1)) {
            throw new Error(failure);
          }
        },
      },
    } as unknown as Parameters<typeof removeConversations>[1];
    const summaries = ids.map((id) => ({ id }) as ChatSummary);
    const outcome = await removeConversations(summaries, services, (some) =>
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
