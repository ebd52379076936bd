import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { transcript } from '../../../src/conversation/conversationState.ts';
import type { ContextItem } from '../../../src/shared/conversation/conversation.ts';
import type { HostToView } from '../../../src/shared/panel/panelProtocol.ts';
import { activated } from '../activated.ts';

/** What a list or a dialog of VS Code shows and what the user chooses there. */
type Choice = (items: readonly vscode.QuickPickItem[]) => unknown;

const code = 'function one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n';

/**
 * Runs `work` with the panel of the side bar replaced by one that records. `choices` answer the lists, `files` is
 * what the dialog gives.
 */
async function recording(
  work: () => Promise<unknown>,
  choices: readonly Choice[] = [],
  files: readonly vscode.Uri[] = [],
) {
  const { chat, panels } = await activated();
  const { sideBar } = panels;
  const told: (HostToView | 'revealed')[] = [];
  const { showQuickPick, showOpenDialog } = vscode.window;
  const answers = [...choices];
  Object.assign(vscode.window, {
    showQuickPick: async (items: readonly vscode.QuickPickItem[]) => answers.shift()?.(items),
    showOpenDialog: async () => files,
  });
  const original = { tell: sideBar.tell.bind(sideBar), reveal: sideBar.reveal };
  Object.assign(sideBar, {
    tell: (message: HostToView) => void told.push(message),
    reveal: async () => void told.push('revealed'),
  });
  try {
    await work();
  } finally {
    Object.assign(vscode.window, { showQuickPick, showOpenDialog });
    Object.assign(sideBar, original);
  }
  assert.equal(transcript(chat.session.conversation).length, 0, 'nothing is sent');
  const items = told.flatMap((message): readonly ContextItem[] =>
    message !== 'revealed' && 'kind' in message && message.kind === 'addContext'
      ? message.items
      : [],
  );
  return { items, isRevealed: told.includes('revealed'), last: told.at(-1) };
}

const command = (id: string) => async () => vscode.commands.executeCommand(id);

async function openCode(): Promise<vscode.TextEditor> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  const document = await vscode.workspace.openTextDocument({
    language: 'javascript',
    content: code,
  });
  return vscode.window.showTextDocument(document);
}

/** Chooses the item whose label has these words. */
function choose(words: string): Choice {
  return (items) => items.find(({ label }) => label.includes(words));
}

describe('what is added to the chat', () => {
  it('is the selection, and the panel has the focus', async () => {
    const editor = await openCode();
    editor.selection = new vscode.Selection(4, 0, 6, 1);
    const { items, isRevealed } = await recording(command('parley.askAboutSelection'));
    assert.deepEqual(items, [
      {
        path: items[0]?.path,
        languageId: 'javascript',
        startLine: 5,
        endLine: 7,
        text: 'function two() {\n  return 2;\n}',
        // It is followed until it is sent.
        uri: items[0]?.uri,
      },
    ]);
    assert.match(items[0]?.uri ?? '', /^parley-context:/);
    assert.equal(isRevealed, true);
  });

  it('is the whole file where nothing is selected and the user chooses it', async () => {
    await openCode();
    const { items } = await recording(command('parley.askAboutSelection'), [choose('Whole File')]);
    assert.equal(items[0]?.text, code);
  });

  it('is nothing where the user closes the list of symbols', async () => {
    await openCode();
    const { items, isRevealed } = await recording(command('parley.askAboutSelection'));
    assert.deepEqual([items, isRevealed], [[], false]);
  });

  it('offers the selection only where there is one, and open editors only where there are some', async () => {
    const offered: (readonly string[])[] = [];
    const note: Choice = (items) => void offered.push(items.map(({ label }) => label));
    const editor = await openCode();
    await recording(command('parley.addToChat'), [note]);
    editor.selection = new vscode.Selection(0, 0, 1, 0);
    const { isRevealed } = await recording(command('parley.addToChat'), [note]);
    assert.equal(isRevealed, true, 'the focus comes back where nothing is chosen');
    await editor.edit((edit) => edit.delete(new vscode.Range(0, 0, 9, 0)));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await recording(command('parley.addToChat'), [note]);
    const has = (words: string) =>
      offered.map((labels) => labels.some((label) => label.endsWith(words)));
    assert.deepEqual(has(') Files…'), [true, true, true]);
    assert.deepEqual(has(' Other Files…'), [true, true, true]);
    assert.deepEqual(has(' Image…'), [true, true, true]);
    assert.deepEqual(has(' Open Editors…'), [true, true, false]);
    assert.deepEqual(has(' Selection'), [false, true, false]);
  });

  it('is the selection from the menu, with its lines beside it', async () => {
    const editor = await openCode();
    editor.selection = new vscode.Selection(0, 0, 1, 0);
    let description: string | undefined;
    const { items, last } = await recording(command('parley.addToChat'), [
      (offered) => {
        const item = offered.find(({ label }) => label.includes('Selection'));
        description = item?.description;
        return item;
      },
    ]);
    assert.match(description ?? '', /^Untitled-\d+, line 1$/);
    assert.equal(items[0]?.text, 'function one() {\n');
    assert.equal(last, 'revealed');
  });

  it('is open editors, those without a file as well', async () => {
    const { document } = await openCode();
    const { items } = await recording(command('parley.addToChat'), [
      choose('Open Editors'),
      (offered) => offered,
    ]);
    assert.deepEqual(
      items.map(({ text, uri }) => ({ text, uri })),
      [{ text: code, uri: document.uri.toString() }],
    );
  });

  it('is files from the dialog, also outside of the workspace', async () => {
    const { context } = await activated();
    await vscode.workspace.fs.createDirectory(context.globalStorageUri);
    const file = vscode.Uri.joinPath(context.globalStorageUri, 'chosen.txt');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('chosen'));
    const { items } = await recording(
      command('parley.addToChat'),
      [choose('Other Files…')],
      [file],
    );
    assert.deepEqual(
      items.map(({ text }) => text),
      ['chosen'],
    );
    await vscode.workspace.fs.delete(file);
  });
});
