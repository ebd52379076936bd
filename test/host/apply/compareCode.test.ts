import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { compareWithFile, compareWithSelection } from '../../../src/host/apply/compareCode.ts';
import { Proposals } from '../../../src/host/review/proposals.ts';
import { until } from '../../support/until.ts';
import { kindsOfFiles, selectedText, withKindOfFile } from '../kindsOfFiles.ts';

describe('code that is compared', () => {
  let proposals: Proposals;
  before(() => {
    proposals = new Proposals('parley-test-compare');
  });
  afterEach(async () => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(() => proposals.dispose());

  /** The active diff. */
  const diff = async () =>
    until('the diff', () => {
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      const input = tab?.input;
      return input instanceof vscode.TabInputTextDiff && tab !== undefined
        ? { label: tab.label, input }
        : undefined;
    });

  for (const kind of kindsOfFiles) {
    it(`is beside the selection of ${kind.what}, which stays as it is`, async () => {
      await withKindOfFile(kind, async ({ document }) => {
        const { version } = document;
        await compareWithSelection('code\n', proposals, assert.fail);
        const { input } = await diff();
        const sides = [input.original, input.modified].map(async (uri) =>
          (await vscode.workspace.openTextDocument(uri)).getText(),
        );
        assert.deepEqual(await Promise.all(sides), [selectedText(kind), 'code\n']);
        assert.equal(document.version, version);
      });
    });
  }

  it('shows the name of a file as text', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(root);
    const uri = vscode.Uri.joinPath(root, 'zap\u202e$(zap)\u0007.ts');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('const a = 1;\n'));
    try {
      await compareWithFile(uri, 'const a = 2;\n', proposals);
      assert.equal((await diff()).label, String.raw`zap\u{202e}$(zap)\u{7}.ts ↔ Code Block`);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.workspace.fs.delete(uri);
    }
  });
});
