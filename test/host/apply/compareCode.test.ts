import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { compareWithFile } from '../../../src/host/apply/codeInEditor.ts';
import { Proposals } from '../../../src/host/review/proposals.ts';
import { activeDiff } from './comparesSelection.ts';

describe('code that is compared', () => {
  let proposals: Proposals;
  before(() => {
    proposals = new Proposals('parley-test-compare');
  });
  afterEach(async () => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(() => proposals.dispose());

  it('shows the name of a file as text', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(root);
    const uri = vscode.Uri.joinPath(root, 'zap\u202e$(zap)\u0007.ts');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('const a = 1;\n'));
    try {
      await compareWithFile(uri, 'const a = 2;\n', proposals);
      assert.equal((await activeDiff()).label, String.raw`zap\u{202e}$(zap)\u{7}.ts ↔ Code Block`);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.workspace.fs.delete(uri);
    }
  });
});
