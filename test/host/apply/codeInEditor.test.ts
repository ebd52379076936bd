import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { insertAtCursor, replaceSelection } from '../../../src/host/apply/codeInEditor.ts';
import { newFile } from '../../../src/host/editor/newFile.ts';

describe('code in the editor', () => {
  const told: string[] = [];
  const tell = (text: string): void => void told.push(text);

  before(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  afterEach(async () => {
    told.length = 0;
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const edited = async (selection: vscode.Selection): Promise<vscode.TextDocument> => {
    const document = await vscode.workspace.openTextDocument({ content: 'one two three' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = selection;
    return document;
  };

  it('replaces the selection by code, as it is, in one step to undo', async () => {
    const document = await edited(new vscode.Selection(0, 4, 0, 7));
    await replaceSelection('${1:x}\n  $0', tell);
    assert.equal(document.getText(), 'one ${1:x}\n  $0 three');
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one two three');
    assert.deepEqual(told, []);
  });

  it('inserts code at the cursor, and keeps what is selected', async () => {
    const document = await edited(new vscode.Selection(0, 4, 0, 7));
    await insertAtCursor('X', tell);
    assert.equal(document.getText(), 'one twoX three');
  });

  it('says so where nothing is selected, and where there is no editor', async () => {
    const document = await edited(new vscode.Selection(0, 4, 0, 4));
    await replaceSelection('X', tell);
    assert.equal(document.getText(), 'one two three');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await insertAtCursor('X', tell);
    assert.equal(told.length, 2);
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
