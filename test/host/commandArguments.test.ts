import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createWorkspaceFiles } from '../../src/host/store/storeFiles.ts';
import { createChatStore } from '../../src/host/store/chatStore.ts';
import { eventStream, replyStream } from '../support/service/scripts.ts';
import { until } from '../support/until.ts';
import { withConnection } from './withConnection.ts';
import { closeEditors } from './closeEditors.ts';

/** A value whose turn is another one each time it is read. */
function changing(turnId: string) {
  let reads = 0;
  return {
    get turnId() {
      reads += 1;
      return reads === 1 ? 'none' : turnId;
    },
  };
}

function throwing() {
  return {
    get turnId(): string {
      throw new Error('turnId was read');
    },
    get kind(): string {
      throw new Error('kind was read');
    },
  };
}

const dialogs = [
  'createInputBox',
  'createQuickPick',
  'showInputBox',
  'showQuickPick',
  'showInformationMessage',
  'showWarningMessage',
  'showErrorMessage',
  'showOpenDialog',
  'showSaveDialog',
  'showTextDocument',
] as const;

describe('every command with arguments that it does not understand', () => {
  it('sends nothing, asks nothing and changes nothing', async () => {
    const scripts = Array.from({ length: 20 }, () => eventStream(replyStream(['said'])));
    await withConnection(
      scripts,
      async ({ chat, panels, context, commands, services, flush }, service) => {
        await chat.sender.send({ text: 'First', context: [] });
        await until(
          'the reply has ended',
          () => service.requests.length > 0 && !chat.session.isRunning,
        );
        await flush();
        // Code that the editor commands could send.
        const document = await vscode.workspace.openTextDocument({ content: 'const a = 1;\n' });
        const editor = await vscode.window.showTextDocument(document);
        editor.selection = new vscode.Selection(0, 0, 1, 0);
        await services.keys.set(service.origin, 'sk-0f9e8d7c6b5a');
        await vscode.env.clipboard.writeText('what was copied');
        const store = createChatStore(
          createWorkspaceFiles(vscode.Uri.joinPath(context.globalStorageUri, 'conversations')),
        );
        const state = async () => ({
          conversation: chat.session.conversation,
          isShown: panels.active.chat === chat,
          requests: service.requests.length,
          chats: await Promise.all((await store.list()).map(async (id) => store.load(id))),
          key: await services.keys.get(service.origin),
          settings: vscode.workspace.getConfiguration('parley').inspect('connections')?.globalValue,
          target: chat.target.current(),
          copied: await vscode.env.clipboard.readText(),
          tabs: vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
          code: document.getText(),
        });
        const before = await state();
        const turnId = chat.session.conversation.headId ?? '';
        const junk = (): readonly (readonly unknown[])[] => [
          ['junk'],
          [''],
          [7],
          [true],
          [null],
          [[]],
          [[turnId]],
          [{}],
          [{ turnId: 7 }],
          [{ turnId: 'none' }],
          [changing(turnId)],
          [throwing()],
          [() => turnId],
          [undefined, 'junk'],
          [undefined, undefined, 7],
        ];
        const asked: string[] = [];
        const { window } = vscode;
        const original = Object.fromEntries(dialogs.map((name) => [name, window[name]]));
        const recording = dialogs.map((name) => [name, () => void asked.push(name)]);
        Object.assign(window, Object.fromEntries(recording));
        try {
          for (const id of Object.keys(commands)) {
            for (const args of junk()) {
              await vscode.commands.executeCommand(id, ...args);
            }
            assert.deepEqual(asked, [], id);
            assert.deepEqual(await state(), before, id);
          }
        } finally {
          Object.assign(window, original);
          await services.keys.forget(service.origin);
          await closeEditors();
        }
      },
    );
  });
});
