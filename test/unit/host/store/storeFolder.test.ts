import assert from 'node:assert/strict';
import { createChatStore } from '../../../../src/host/store/chatStore.ts';
import { createMarkedFiles, markStore } from '../../../../src/host/store/storeFolder.ts';
import { aTurn } from '../../../support/builders.ts';
import { createMemoryFiles } from '../../../support/store/memoryFiles.ts';

describe('markedFiles', () => {
  it('reads and writes nothing in a folder that is not marked, as that of a drive that is away', async () => {
    const files = createMemoryFiles();
    const store = createChatStore(createMarkedFiles(files, () => new Error('away')));
    await assert.rejects(store.saveTurn('c1', aTurn('a')), /away/);
    await assert.rejects(store.list(), /away/);
    assert.deepEqual([...files.content.keys()], []);
    await markStore(files);
    await store.saveTurn('c1', aTurn('a'));
    await files.remove('parley-store.json');
    await assert.rejects(store.saveTurn('c1', aTurn('b')), /away/);
    await markStore(files);
    await store.saveTurn('c1', aTurn('b'));
    assert.equal((await store.load('c1'))?.conversation.turns.length, 2);
  });
});
