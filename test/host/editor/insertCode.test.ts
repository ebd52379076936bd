import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { insertCode, newFile } from '../../../src/host/editor/insertCode.ts';
import type { PanelNotice } from '../../../src/shared/panel/panelProtocol.ts';

describe('insertCode and newFile', () => {
  const notices: PanelNotice[] = [];
  const insert = async (code: string): Promise<void> =>
    insertCode(code, (notice) => notices.push(notice));

  afterEach(async () => {
    notices.length = 0;
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('puts code in place of the selection, as it is, in one step to undo', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'one two three' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 4, 0, 7);
    await insert('${1:x}\n  $0');
    assert.equal(document.getText(), 'one ${1:x}\n  $0 three');
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one two three');
    assert.deepEqual(notices, []);
  });

  it('says so where there is no editor', async () => {
    await insert('x');
    assert.equal(notices[0]?.severity, 'info');
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
