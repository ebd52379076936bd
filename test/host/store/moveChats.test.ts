import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { checkFolder } from '../../../src/host/store/move/folderOffers.ts';
import { createWorkspaceFiles } from '../../../src/host/store/storeFiles.ts';
import {
  createStoreFolder,
  type FolderMemory,
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

describe('a folder of the user’s own for the chats', () => {
  const setting = () => vscode.workspace.getConfiguration('parley').get('storageFolder');

  /** Answers what is asked while `act` runs. */
  async function answering(
    { folder, pick, message }: { folder?: vscode.Uri; pick?: string; message?: string },
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

  it('takes all chats, is written to from then on, and gives them back', async () => {
    const { chat, context, flush } = await activated();
    const { session } = chat;
    const target = chat.target.current();
    assert.ok(target?.model);
    const { connection, model } = target;
    const say = async (text: string) => {
      await session.send({ text, context: [] }, { connection, model });
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
      await answering({ folder, message: 'Delete Old Copies' }, async () =>
        vscode.commands.executeCommand('parley.moveChats'),
      );
      assert.equal(setting(), folder.fsPath);
      assert.deepEqual(
        [await exists(turnIn(chats, 0)), await exists(turnIn(own, 0))],
        [true, false],
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
      await answering({ pick: 'Parley’s own folder', message: 'Keep Old Copies' }, async () =>
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
});
