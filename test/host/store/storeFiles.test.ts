import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createChatStore } from '../../../src/host/store/chatStore.ts';
import { ReadError } from '../../../src/host/store/readError.ts';
import { createWorkspaceFiles } from '../../../src/host/store/storeFiles.ts';
import { aTurn } from '../../support/builders.ts';
import { activated } from '../activated.ts';

describe('createWorkspaceFiles', () => {
  async function freshFolder() {
    const { context } = await activated();
    return vscode.Uri.joinPath(context.globalStorageUri, `test-${crypto.randomUUID()}`);
  }

  it('stores conversations through the file systems of VS Code, and leaves no temporary file', async () => {
    const root = await freshFolder();
    const store = createChatStore(createWorkspaceFiles(root));
    assert.equal(await store.load('c1'), undefined);
    const turn = aTurn('a', { reply: { status: 'completed', text: 'reply' } });
    const conversation = { id: 'c1', createdAt: 5, turns: [turn], headId: 'a' };
    await store.saveHead(conversation);
    await store.saveTurn('c1', turn);
    await store.saveTurn('c1', turn);
    assert.equal((await store.load('c1'))?.conversation.turns[0]?.reply.text, 'reply');
    const turns = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(root, 'c1', 'turns'));
    assert.deepEqual(turns, [['a.json', vscode.FileType.File]]);
  });

  it('says that it is reading which fails, and nothing of what is missing', async () => {
    const root = await freshFolder();
    const files = createWorkspaceFiles(root);
    assert.deepEqual(
      [await files.read('c1'), await files.list('c1'), await files.changedAt('c1')],
      [undefined, [], 0],
    );
    await files.write('c1', new TextEncoder().encode('No folder.'));
    await assert.rejects(files.list('c1'), ReadError);
  });

  it('sets a damaged file aside with its bytes', async () => {
    const root = await freshFolder();
    const files = createWorkspaceFiles(root);
    await files.write('c1/turns/torn.json', new TextEncoder().encode('{"id":"to'));
    const { setAside = [] } = (await createChatStore(files).open('c1')) ?? {};
    assert.equal(setAside.length, 1);
    assert.equal(new TextDecoder().decode(await files.read(setAside[0] ?? '')), '{"id":"to');
    assert.equal(await files.read('c1/turns/torn.json'), undefined);
  });
});
