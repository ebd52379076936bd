import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { codePlace } from '../../../src/host/editor/codePlace.ts';
import { selectedCode } from '../../../src/host/editorQuestions/selectedCode.ts';
import { activated } from '../activated.ts';
import { closeEditors } from '../closeEditors.ts';

const scheme = 'parley-test';

describe('selectedCode', () => {
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ path, query }) =>
      path === 'large' ? 'some words\n'.repeat(100_000) : `${query}\nsecond\n`,
  });
  before(activated);
  after(async () => {
    provider.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is every selection, in the order of the text', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'one\ntwo\n\nthree\n' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selections = [
      new vscode.Selection(3, 0, 3, 5),
      new vscode.Selection(2, 0, 3, 0),
      new vscode.Selection(0, 0, 0, 3),
    ];
    const items = await selectedCode('active', 'Explain');
    assert.deepEqual(
      items?.map(({ text, startLine, kind }) => [text, startLine, kind]),
      [
        ['one', 1, undefined],
        ['three', 4, undefined],
      ],
    );
  });

  it('is the selected cells of a notebook, with their numbers', async () => {
    const cell = (text: string) =>
      new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, 'python');
    const notebook = await vscode.workspace.openNotebookDocument(
      'jupyter-notebook',
      new vscode.NotebookData([cell('a = 1'), cell('b = 2'), cell('c = 3')]),
    );
    await vscode.window.showNotebookDocument(notebook, {
      selections: [new vscode.NotebookRange(1, 3)],
    });
    const items = await selectedCode('active', 'Explain');
    assert.deepEqual(
      items?.map(({ kind, name, text }) => [kind, name, text]),
      [
        ['cell', '2', 'b = 2'],
        ['cell', '3', 'c = 3'],
      ],
    );
    const [first] = notebook.getCells();
    assert.ok(first !== undefined);
    const [item] = (await selectedCode({ cell: first }, 'Explain')) ?? [];
    assert.deepEqual([item?.name, item?.text], ['1', 'a = 1']);
    await closeEditors();
  });

  it('names the sides of a diff, and what is no file', async () => {
    const uri = (query: string) => vscode.Uri.from({ scheme, path: '/a.ts', query });
    await vscode.commands.executeCommand('vscode.diff', uri('before'), uri('after'), 'a.ts');
    const places = await Promise.all(
      ['before', 'after', 'alone'].map(async (query) =>
        codePlace(await vscode.workspace.openTextDocument(uri(query))),
      ),
    );
    assert.deepEqual(
      places.map(({ kind }) => kind),
      ['virtual', 'virtual', 'virtual'],
    );
    assert.deepEqual(
      places.map(({ path }) => /a\.ts \((.*)\)$/.exec(path)?.[1]),
      ['original', 'modified', scheme],
    );
  });

  it('names the channel of the output panel', () => {
    const path = 'extension-output-test.extension-#1-Test Output';
    const uri = vscode.Uri.from({ scheme: 'output', path });
    assert.deepEqual(codePlace({ uri }), { kind: 'virtual', path: 'Test Output (output)' });
    const tasks = vscode.Uri.from({ scheme: 'output', path: 'tasks' });
    assert.equal(codePlace({ uri: tasks }).path, 'tasks (output)');
  });

  it('is refused where it is too large', async () => {
    const said: string[] = [];
    const { showInformationMessage } = vscode.window;
    Object.assign(vscode.window, {
      showInformationMessage: (text: string) => void said.push(text),
    });
    try {
      // Not one without a file: VS Code may give its text, once it is closed, to the next one of its name.
      const large = vscode.Uri.from({ scheme, path: 'large' });
      const document = await vscode.workspace.openTextDocument(large);
      const editor = await vscode.window.showTextDocument(document);
      editor.selection = new vscode.Selection(0, 0, 100_000, 0);
      assert.equal(await selectedCode('active', 'Explain'), undefined);
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    assert.deepEqual(said, ['The selection is larger than 1 MB. Select less.']);
    await closeEditors();
  });
});
