import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createConversationStore } from '../../src/host/conversationStore.ts';
import { aTurn } from '../support/builders.ts';
import { activated } from './activated.ts';

describe('conversationStore', () => {
  const done = (id: string, startedAt: number, parentId?: string) =>
    aTurn(id, { parentId, reply: { status: 'completed', text: `reply ${id}`, startedAt } });

  async function freshStore() {
    const { context, actions } = await activated();
    const root = vscode.Uri.joinPath(context.globalStorageUri, `test-${crypto.randomUUID()}`);
    return { root, store: createConversationStore(root, actions.log) };
  }

  it('gives back what was saved, turns in their order', async () => {
    const { store } = await freshStore();
    const turns = [done('b', 1), done('a', 2, 'b')];
    await store.saveHead({ id: 'c1', createdAt: 5, turns, headId: 'a' });
    await Promise.all(turns.map(async (turn) => store.saveTurn('c1', turn)));
    const loaded = await store.load('c1');
    assert.equal(loaded?.headId, 'a');
    assert.deepEqual(
      loaded?.turns.map(({ id, parentId, reply }) => [id, parentId, reply.text]),
      [
        ['b', undefined, 'reply b'],
        ['a', 'b', 'reply a'],
      ],
    );
  });

  it('keeps parameters and target with the conversation', async () => {
    const { store } = await freshStore();
    const kept = {
      parameters: { temperature: 0.3, stop: ['a'] },
      target: { connectionId: 'x', model: 'm1' },
    };
    await store.saveHead({ id: 'c1', createdAt: 5, turns: [], ...kept });
    const { parameters, target } = (await store.load('c1')) ?? {};
    assert.deepEqual({ parameters, target }, kept);
  });

  it('shows the latest turn where the one at the head was not written', async () => {
    const { store } = await freshStore();
    await store.saveHead({ id: 'c1', createdAt: 5, turns: [], headId: 'lost' });
    await store.saveTurn('c1', done('a', 1));
    assert.equal((await store.load('c1'))?.headId, 'a');
  });

  it('shows a reply that was running as truncated, with its text', async () => {
    const { store } = await freshStore();
    const turn = aTurn('a', { reply: { text: 'so far' } });
    await store.saveHead({ id: 'c1', createdAt: 5, turns: [turn], headId: 'a' });
    await store.saveTurn('c1', turn);
    const reply = (await store.load('c1'))?.turns[0]?.reply;
    assert.equal(reply?.status, 'truncated');
    assert.equal(reply?.text, 'so far');
  });

  it('loads every turn that can be read and leaves the damaged file as it is', async () => {
    const { root, store } = await freshStore();
    await store.saveHead({ id: 'c1', createdAt: 5, turns: [], headId: 'a' });
    await store.saveTurn('c1', done('a', 1));
    const torn = vscode.Uri.joinPath(root, 'c1', 'turns', 'torn.json');
    await vscode.workspace.fs.writeFile(torn, new TextEncoder().encode('{"id":"to'));
    assert.deepEqual(
      (await store.load('c1'))?.turns.map(({ id }) => id),
      ['a'],
    );
    assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(torn)), '{"id":"to');
  });

  it('takes the new file where the end came between its writing and its renaming', async () => {
    const { root, store } = await freshStore();
    const turns = [done('a', 1), done('b', 2, 'a')];
    await store.saveHead({ id: 'c1', createdAt: 5, turns, headId: 'b' });
    await Promise.all(turns.map(async (turn) => store.saveTurn('c1', turn)));
    for (const name of ['conversation.json', 'turns/b.json']) {
      const file = vscode.Uri.joinPath(root, 'c1', name);
      await vscode.workspace.fs.rename(file, file.with({ path: `${file.path}.1-2.tmp` }));
    }
    const loaded = await store.load('c1');
    assert.equal(loaded?.headId, 'b');
    assert.deepEqual(
      loaded?.turns.map(({ id }) => id),
      ['a', 'b'],
    );
  });

  it('makes no path of an id that is not one', async () => {
    const { store } = await freshStore();
    await assert.rejects(store.load('../../etc'));
    await assert.rejects(store.saveTurn('c1', done('../x', 1)));
  });

  it('leaves no temporary file behind', async () => {
    const { root, store } = await freshStore();
    await store.saveHead({ id: 'c1', createdAt: 5, turns: [] });
    await store.saveTurn('c1', done('a', 1));
    const turns = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(root, 'c1', 'turns'));
    assert.deepEqual(
      turns.map(([name]) => name),
      ['a.json'],
    );
  });
});
