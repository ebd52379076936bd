import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { insertAtCursor } from '../../../src/host/apply/codeInEditor.ts';
import { newFile } from '../../../src/host/editor/newFile.ts';
import { kindsOfFiles, withKindOfFile } from '../kindsOfFiles.ts';
import { closeEditors } from '../closeEditors.ts';

describe('code in the editor', () => {
  const told: string[] = [];
  const tell = (text: string): void => void told.push(text);

  before(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  afterEach(async () => {
    told.length = 0;
    await closeEditors();
  });

  const edited = async (selection: vscode.Selection): Promise<vscode.TextDocument> => {
    const document = await vscode.workspace.openTextDocument({ content: 'one two three' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = selection;
    return document;
  };

  it('replaces the selection by code, as it is, in one step to undo', async () => {
    const document = await edited(new vscode.Selection(0, 4, 0, 7));
    await insertAtCursor('${1:x}\n  $0', tell);
    assert.equal(document.getText(), 'one ${1:x}\n  $0 three');
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one two three');
    assert.deepEqual(told, []);
  });

  it('inserts code at the cursor, and says so where there is no editor', async () => {
    const document = await edited(new vscode.Selection(0, 4, 0, 4));
    await insertAtCursor('X', tell);
    assert.equal(document.getText(), 'one Xtwo three');
    await closeEditors();
    await insertAtCursor('X', tell);
    assert.equal(told.length, 1);
  });

  it('is not written to a file whose encoding lacks its characters, which VS Code would save as “?”', async () => {
    const kind = kindsOfFiles.find(({ encoding }) => encoding === 'windows1252');
    assert.ok(kind);
    await withKindOfFile(kind, async ({ document }) => {
      await insertAtCursor('-- 👋 שלום', tell);
      assert.equal(document.getText(), kind.text);
      assert.deepEqual(told.splice(0), [
        'The encoding of kinds/old.sql (windows1252) lacks some of these characters. Save the file with another encoding first.',
      ]);
    });
  });

  const languages = [
    ['ts', 'typescript'],
    ['TypeScript', 'typescript'],
    ['c++', 'cpp'],
    ['sh', 'shellscript'],
    ['', 'plaintext'],
    ['no such language', 'plaintext'],
  ] as const;
  for (const [name, id] of languages) {
    it(`opens a file in the language called '${name}'`, async () => {
      await newFile('let a;\n', name);
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.languageId, id);
      assert.equal(document?.getText(), 'let a;\n');
      assert.equal(document?.isUntitled, true);
    });
  }
});
