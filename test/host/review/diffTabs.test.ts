import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeStaleDiffs } from '../../../src/host/review/diffTabs.ts';
import { Proposals } from '../../../src/host/review/proposals.ts';

/** Of the tabs of this test: VS Code shows a document without a file that another test has only made a moment later. */
function schemes(): readonly string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .map(({ input }) => {
      if (input instanceof vscode.TabInputTextDiff) {
        return input.modified.scheme;
      }
      return input instanceof vscode.TabInputText ? input.uri.scheme : '';
    })
    .filter((scheme) => scheme.startsWith('parley-'));
}

describe('diffs of an earlier session', () => {
  it('are closed with the editors of their sides, and no others are', async () => {
    const [stale, other] = ['parley-stale', 'parley-other'].map((scheme) => new Proposals(scheme));
    assert.ok(stale && other);
    try {
      for (const proposals of [stale, other]) {
        const [left, right] = [proposals.add('a.ts', 'a\n', true), proposals.add('a.ts', 'b\n')];
        await vscode.commands.executeCommand('vscode.diff', left, right, 'Diff', {
          preview: false,
        });
        await vscode.window.showTextDocument(right, { preview: false });
      }
      const before = schemes();
      assert.equal(before.filter((scheme) => scheme === 'parley-stale').length, 2);
      await closeStaleDiffs('parley-stale');
      assert.deepEqual(
        schemes(),
        before.filter((scheme) => scheme !== 'parley-stale'),
      );
    } finally {
      await closeStaleDiffs('parley-other');
      stale.dispose();
      other.dispose();
    }
  });
});
