import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { chatItem } from '../../../src/host/history/views/chatsTree.ts';
import { createChatStore } from '../../../src/host/store/chatStore.ts';
import { createHistorySource } from '../../../src/host/history/start/storedChats.ts';
import { createWorkspaceFiles } from '../../../src/host/store/storeFiles.ts';
import { aTurn } from '../../support/builders.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

const { window, commands } = vscode;

/** Answers boxes and messages while `work` runs. */
async function answering<T>(
  answers: { readonly box?: string; readonly message?: string },
  work: () => Promise<T>,
): Promise<T> {
  const { showInputBox, showInformationMessage } = window;
  Object.assign(window, {
    showInputBox: async () => answers.box,
    showInformationMessage: async () => answers.message,
  });
  try {
    return await work();
  } finally {
    Object.assign(window, { showInputBox, showInformationMessage });
  }
}

describe('the chats', () => {
  /** A chat that was just held, and what is stored. */
  async function chat(message: string) {
    const { chat, context, flush, panels } = await activated();
    const { session } = chat;
    const target = chat.target.current();
    assert.ok(target?.model);
    const { connection, model } = target;
    await session.ask(
      { user: { text: message, context: [] }, parentId: session.conversation.headId },
      { connection, model },
    );
    await flush();
    const folder = vscode.Uri.joinPath(context.globalStorageUri, 'conversations');
    const store = createChatStore(createWorkspaceFiles(folder));
    const { id } = session.conversation;
    const labels = async () => (await store.load(id))?.labels;
    return { id, store, labels, panels };
  }

  it('show no secret in titles, which may be a message with a key', async () => {
    const { services, chats, context } = await activated();
    const secret = 'sk-T8bW2nX5vK9qR3mZ7yL1';
    services.redactor.learn(secret);
    const { panels } = await chat(`Is ${secret} a key?`);
    const folder = vscode.Uri.joinPath(context.globalStorageUri, 'conversations');
    const files = createWorkspaceFiles(folder);
    const { history } = createHistorySource(files, createChatStore(files), {
      redactor: services.redactor,
      onFailure: (error) => assert.fail(String(error)),
    });
    assert.equal((await history.all())[0]?.title, 'Is [key] a key?');
    assert.equal(chats.titleOf(panels.active.chat), 'Is [key] a key?');
  });

  it('are named, tagged, pinned and unpinned', async () => {
    const { labels } = await chat('Labels');
    await answering({ box: 'A name' }, async () => commands.executeCommand('parley.chats.rename'));
    await answering({ box: '#one, two' }, async () => commands.executeCommand('parley.chats.tag'));
    await commands.executeCommand('parley.chats.pin');
    const { title, tags, pinned } = (await labels()) ?? {};
    assert.deepEqual([title, tags, pinned], ['A name', ['one', 'two'], true]);
    await commands.executeCommand('parley.chats.pin');
    await answering({ box: ' ' }, async () => commands.executeCommand('parley.chats.rename'));
    assert.deepEqual([(await labels())?.pinned, (await labels())?.title], [false, undefined]);
  });

  it('are doubled, turn by turn, under another id', async () => {
    const { id, store } = await chat('Double me');
    const before = new Set(await store.list());
    await commands.executeCommand('parley.chats.duplicate');
    const [copyId = '', ...others] = (await store.list()).filter((one) => !before.has(one));
    assert.deepEqual(others, []);
    const [original, copy] = [await store.load(id), await store.load(copyId)];
    assert.deepEqual(copy?.conversation.turns, original?.conversation.turns);
    assert.equal(copy?.labels.title, 'Double me (copy)');
  });

  it('are deleted, several at once, and brought back', async () => {
    const first = await chat('First');
    const second = await chat('Second');
    const node = ({ id }: { id: string }) => ({
      kind: 'chat',
      summary: {
        id,
        title: id,
        createdAt: 1,
        changedAt: 1,
        turnCount: 1,
        model: 'm',
        connection: 'c',
        pinned: false,
        tags: [],
        filesChangedAt: 0,
      },
    });
    const nodes = [node(first), node(second)];
    await answering({ message: 'Undo' }, async () => {
      await commands.executeCommand('parley.chats.remove', nodes[0], nodes);
      assert.notEqual(second.panels.active.chat.session.conversation.id, second.id);
      await until('both are back', async () => {
        const ids = await first.store.list();
        return ids.includes(first.id) && ids.includes(second.id);
      });
    });
    await answering({}, async () => {
      await commands.executeCommand('parley.chats.remove', nodes[0], nodes);
      assert.equal(await first.store.load(first.id), undefined);
      assert.equal(await first.store.load(second.id), undefined);
    });
  });

  it('get a title from the model only once the user has agreed', async () => {
    const { labels } = await chat('Name me');
    const ask = async () => commands.executeCommand('parley.chats.titleFromModel');
    await answering({}, ask);
    assert.equal((await labels())?.title, undefined);
    await answering({ message: 'Send' }, ask);
    // The model echoes what it was asked.
    assert.match((await labels())?.title ?? '', /\S/);
    assert.ok(((await labels())?.title ?? '').length <= 80);
  });

  it('show what asking for a title would send, and send nothing', async () => {
    const { labels } = await chat('Look first');
    await answering({ message: 'Preview Request' }, async () =>
      commands.executeCommand('parley.chats.titleFromModel'),
    );
    // A preview of before may still be open: it is the same document, which gets other contents.
    await until('the request is shown', () =>
      window.activeTextEditor?.document.getText().includes('User:\nLook first'),
    );
    assert.equal((await labels())?.title, undefined);
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('say in their row what they are, and hide nothing', () => {
    const summary = {
      id: 'c1',
      title: 'A\u202eB',
      createdAt: 1,
      changedAt: new Date(2026, 0, 2).getTime(),
      turnCount: 2,
      model: 'm1',
      connection: 'Work',
      pinned: false,
      tags: ['idea'],
      workspace: 'elsewhere',
      filesChangedAt: 0,
    };
    const state = { isCurrent: false, isRunning: false, isUnread: false, here: 'here', now: 1e13 };
    const row = (changes: object) =>
      chatItem({ kind: 'chat', summary }, Object.assign({}, state, changes));
    const icon = (changes: object) => {
      const { iconPath } = row(changes);
      return iconPath instanceof vscode.ThemeIcon ? iconPath.id : undefined;
    };
    assert.equal(row({}).label, 'A\\u{202e}B');
    assert.match(String(row({}).description), /^Jan 2, 2026 · #idea · elsewhere$/);
    assert.doesNotMatch(String(row({ here: 'elsewhere' }).description), /elsewhere/);
    assert.match(String(row({ isUnread: true }).description), /2026 · new reply/);
    const { tooltip } = row({});
    assert.ok(typeof tooltip === 'string');
    assert.match(tooltip, /m1 · Work\nMessages: 2\n/);
    assert.deepEqual(
      [{}, { isCurrent: true }, { isUnread: true }, { isRunning: true, isUnread: true }].map(icon),
      ['comment', 'comment-discussion', 'comment-unresolved', 'loading~spin'],
    );
  });

  it('do nothing with what is no chat', async () => {
    const { store } = await chat('Stays');
    const before = await store.list();
    await commands.executeCommand('parley.chats.remove', { kind: 'chat', summary: { id: '../x' } });
    await commands.executeCommand('parley.chats.remove', 'selection');
    assert.deepEqual(await store.list(), before);
  });

  it('of another window are seen as they come, change and go', async () => {
    const { context, services } = await activated();
    const folder = vscode.Uri.joinPath(context.globalStorageUri, `test-${crypto.randomUUID()}`);
    const files = createWorkspaceFiles(folder);
    const store = createChatStore(files);
    const source = createHistorySource(files, store, {
      redactor: services.redactor,
      onFailure: (error) => assert.fail(String(error)),
    });
    let told = 0;
    const stop = source.history.onDidChange(() => (told += 1));
    const stopLooking = source.history.keepLooking();
    const titles = async () => (await source.history.all()).map(({ title }) => title).join();
    try {
      assert.equal(await titles(), '');
      // Another process would have its own objects on the same folder, as here.
      const other = createChatStore(createWorkspaceFiles(folder));
      const sees = async (what: string) =>
        until(`sees ${what}`, async () => told > 0 && (await titles()) === what);
      const turn = aTurn('a', { reply: { status: 'completed' } });
      await other.saveHead({ id: 'c1', createdAt: 1, turns: [turn], headId: 'a' });
      await other.saveTurn('c1', turn);
      await sees('message a');
      told = 0;
      await other.setLabels('c1', { title: 'Renamed' });
      await sees('Renamed');
      told = 0;
      await other.remove('c1');
      await sees('');
    } finally {
      stop();
      stopLooking();
    }
  });
});
