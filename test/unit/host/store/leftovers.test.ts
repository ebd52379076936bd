import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { createChatStore } from '../../../../src/host/store/chatStore.ts';
import { removeAllReplaced, removeLeftoversHourly } from '../../../../src/host/store/leftovers.ts';
import { aTurn } from '../../../support/builders.ts';
import { promisesSettled } from '../../../support/holdClock.ts';
import { jsonMemento } from '../../../support/store/jsonMemento.ts';
import { createMemoryFiles } from '../../../support/store/memoryFiles.ts';

const hourMs = 60 * 60 * 1000;

/** A chat with what killed writers have left, most of it two hours ago. */
async function filled() {
  const files = createMemoryFiles();
  const store = createChatStore(files);
  await store.saveHead({ id: 'c', createdAt: 1, turns: [] });
  await store.saveTurn('c', aTurn('a'));
  const bytes = files.content.get('c/turns/a.json') ?? assert.fail();
  const old = [
    'parley-store.json.1-1.tmp',
    'c/conversation.json.1-1.tmp',
    'c/turns/a.json.1-1.tmp',
    'c/turns/a.json.1-2.tmp',
    // What these belong to is not there, or not as a whole.
    'c/turns/lost.json.1-1.tmp',
    'c/turns/torn.json.1-1.tmp',
  ];
  const fresh = 'c/turns/a.json.1-3.tmp';
  for (const path of [...old, fresh, 'parley-store.json']) {
    await files.write(path, bytes);
  }
  await files.write('c/turns/torn.json', bytes.slice(0, 9));
  const changedAt = files.changedAt.bind(files);
  files.changedAt = async (path) =>
    path.endsWith('.tmp') ? Date.now() - (path === fresh ? 0.9 : 2) * hourMs : changedAt(path);
  const temporary = () => [...files.content.keys()].filter((path) => path.endsWith('.tmp'));
  return { files, temporary, bytes };
}

const left = ['c/turns/lost.json.1-1.tmp', 'c/turns/torn.json.1-1.tmp', 'c/turns/a.json.1-3.tmp'];

describe('temporary files of killed writers', () => {
  it('go after an hour where the whole file is there, and no other goes', async () => {
    const { files, temporary, bytes } = await filled();
    await removeAllReplaced(files, (error) => assert.fail(String(error)));
    assert.deepEqual(temporary(), left);
    assert.equal(files.content.get('c/turns/a.json'), bytes);
  });

  it('go although another folder cannot be read', async () => {
    const { files, temporary } = await filled();
    const list = files.list.bind(files);
    await files.write('b/turns/a.json', new Uint8Array());
    files.list = async (folder) =>
      folder.startsWith('b') ? Promise.reject(new Error('EACCES')) : list(folder);
    const failures: unknown[] = [];
    await removeAllReplaced(files, (error) => failures.push(error));
    assert.deepEqual([temporary(), failures.length], [left, 2]);
  });

  it('are looked for once an hour, by one window', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 100 * hourMs });
    try {
      const { memento } = jsonMemento();
      const { files } = await filled();
      let looks = 0;
      const list = files.list.bind(files);
      files.list = async (folder) => {
        looks += folder === '' ? 1 : 0;
        return list(folder);
      };
      const fail = (error: unknown) => assert.fail(String(error));
      const windows = [0, 1].map(() => removeLeftoversHourly([files], memento, fail));
      const counts: number[] = [];
      for (const ms of [60_000, hourMs, hourMs]) {
        mock.timers.tick(ms);
        await promisesSettled();
        counts.push(looks);
      }
      // Each removal lists the folder twice.
      assert.deepEqual(counts, [2, 4, 6]);
      windows.forEach((window) => window.dispose());
    } finally {
      mock.timers.reset();
    }
  });
});
