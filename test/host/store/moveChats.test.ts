import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createChatStore } from '../../../src/host/store/chatStore.ts';
import { checkFolder } from '../../../src/host/store/move/moveChats.ts';
import { createWorkspaceFiles } from '../../../src/host/store/storeFiles.ts';
import {
  createStoreFolder,
  type FolderMemory,
  isMarkedStore,
  markStore,
} from '../../../src/host/store/storeFolder.ts';
import { activated } from '../activated.ts';

const { fs } = vscode.workspace;

async function exists(uri: vscode.Uri): Promise<boolean> {
  return fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** Answers what is asked while `act` runs. */
async function answering(
  { folder, pick, message }: { folder?: vscode.Uri; pick?: string; message?: string | undefined },
  act: () => Promise<unknown>,
): Promise<string[]> {
  const { window } = vscode;
  const { showOpenDialog, showQuickPick, showInformationMessage } = window;
  const { showWarningMessage, showErrorMessage } = window;
  const said: string[] = [];
  const say = async (text: string) => {
    said.push(text);
    return message;
  };
  Object.assign(window, {
    showOpenDialog: async () => folder && [folder],
    showQuickPick: async () => pick,
    showInformationMessage: say,
    showWarningMessage: say,
    showErrorMessage: say,
  });
  try {
    await act();
  } finally {
    Object.assign(window, {
      showOpenDialog,
      showQuickPick,
      showInformationMessage,
      showWarningMessage,
      showErrorMessage,
    });
  }
  return said;
}

describe('a folder of the user’s own for the chats', () => {
  const setting = () => vscode.workspace.getConfiguration('parley').get('storageFolder');

  it('takes all chats, is written to from then on, and gives them back', async () => {
    const { chat, context, flush } = await activated();
    const { session } = chat;
    const target = chat.target.current();
    assert.ok(target?.model);
    const { connection, model } = target;
    const say = async (text: string) => {
      await session.ask(
        { user: { text, context: [] }, parentId: session.conversation.headId },
        { connection, model },
      );
      await flush();
    };
    await say('Before the move');
    const { id } = session.conversation;
    const own = vscode.Uri.joinPath(context.globalStorageUri, 'conversations');
    const folder = vscode.Uri.joinPath(context.globalStorageUri, `notes-${crypto.randomUUID()}`);
    const chats = vscode.Uri.joinPath(folder, 'parley-chats');
    const turnIn = (root: vscode.Uri, index: number) =>
      vscode.Uri.joinPath(root, id, 'turns', `${session.conversation.turns[index]?.id}.json`);
    await fs.createDirectory(folder);
    try {
      await answering({ folder }, async () => vscode.commands.executeCommand('parley.moveChats'));
      assert.equal(setting(), folder.fsPath);
      assert.deepEqual(
        [await exists(turnIn(chats, 0)), await exists(turnIn(own, 0))],
        [true, true],
        'the old files stay',
      );
      await say('After the move');
      assert.deepEqual(
        [await exists(turnIn(chats, 1)), await exists(turnIn(own, 1))],
        [true, false],
      );
      // The drive goes away: an empty folder is what is left of it.
      const away = folder.with({ path: `${folder.path}-away` });
      await fs.rename(folder, away);
      await fs.createDirectory(folder);
      await say('While it is away');
      assert.deepEqual(await fs.readDirectory(folder), [], 'nothing is written beside it');
      assert.equal(await exists(turnIn(own, 2)), false, 'nor in the own folder');
      const said = await answering({}, async () =>
        vscode.commands.executeCommand('parley.exportChats'),
      );
      assert.match(said.join(), /The folder of your chats was not found/);
      await fs.delete(folder, { recursive: true });
      await fs.rename(away, folder);
      // It is tried again by itself, too, but later each time.
      await flush();
      assert.equal(await exists(turnIn(chats, 2)), true, 'what was said meanwhile');
      await answering({ pick: 'Parley’s own folder' }, async () =>
        vscode.commands.executeCommand('parley.moveChats'),
      );
    } finally {
      await vscode.workspace
        .getConfiguration('parley')
        .update('storageFolder', undefined, vscode.ConfigurationTarget.Global);
    }
    assert.equal(setting(), '');
    assert.equal(await exists(turnIn(own, 2)), true);
    assert.equal(await exists(turnIn(chats, 2)), true, 'copies that are kept');
  });
});

describe('the folder that the chats were in before', () => {
  it('is not forgotten while its drive is away, and is once no chat is left there', async () => {
    const { context } = await activated();
    const last = vscode.Uri.joinPath(context.globalStorageUri, 'drive').fsPath;
    const memory = new Map<string, unknown>([['parley.storageFolder', last]]);
    const state = {
      get: (key: string) => memory.get(key),
      update: async (key: string, value: unknown) => void memory.set(key, value),
    } as FolderMemory;
    const folder = createStoreFolder(vscode.Uri.joinPath(context.globalStorageUri, 'own'));
    const check = async () => {
      await checkFolder({ folder, state, flush: async () => {}, onUsable: async () => {} });
    };
    await check();
    assert.equal(memory.get('parley.storageFolder'), last);
    await markStore(createWorkspaceFiles(folder.uriOf(last)));
    await check();
    assert.equal(memory.get('parley.storageFolder'), '');
    folder.dispose();
  });

  it('gives its chats to a folder that was set by hand, or stays as it is', async () => {
    const { context } = await activated();
    for (const answer of [undefined, 'Leave There', 'Move Here']) {
      const root = vscode.Uri.joinPath(context.globalStorageUri, `hand-${crypto.randomUUID()}`);
      const memory = new Map<string, unknown>();
      const state = {
        get: (key: string) => memory.get(key),
        update: async (key: string, value: unknown) => void memory.set(key, value),
      } as FolderMemory;
      const own = createStoreFolder(vscode.Uri.joinPath(root, 'own'));
      const chosen = vscode.Uri.joinPath(root, 'chosen');
      await fs.createDirectory(chosen);
      const uri = own.uriOf(chosen.fsPath);
      const folder = { ...own, chosen: chosen.fsPath, uri, dispose: () => own.dispose() };
      const store = createChatStore(createWorkspaceFiles(own.uri));
      await store.saveHead({ id: 'c1', createdAt: 1, turns: [] });
      const said = await answering({ message: answer }, async () =>
        checkFolder({ folder, state, flush: async () => {}, onUsable: async () => {} }),
      );
      assert.match(
        said[0] ?? '',
        /^Chats that are still in .*own: 1\. Until you decide, no chats are saved/,
      );
      const files = createWorkspaceFiles(uri);
      assert.deepEqual(
        [await isMarkedStore(files), await createChatStore(files).list(), memory.size],
        [answer !== undefined, answer === 'Move Here' ? ['c1'] : [], answer ? 1 : 0],
      );
      assert.deepEqual(await store.list(), ['c1']);
      own.dispose();
    }
  });
});
