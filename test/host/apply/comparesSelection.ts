import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { compareCode } from '../../../src/host/apply/codeInEditor.ts';
import type { Proposals } from '../../../src/host/review/proposals.ts';
import { until } from '../../support/until.ts';
import { type KindOfFile, selectedText, withKindOfFile } from '../kindsOfFiles.ts';

/** The diff in front. */
export async function activeDiff(): Promise<{
  readonly label: string;
  readonly input: vscode.TabInputTextDiff;
}> {
  return until('the diff', () => {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const input = tab?.input;
    return input instanceof vscode.TabInputTextDiff && tab !== undefined
      ? { label: tab.label, input }
      : undefined;
  });
}

/** Compares what is selected of such a file with code: both are shown as they are, and the file stays as it is. */
export async function comparesSelection(kind: KindOfFile, proposals: Proposals): Promise<void> {
  await withKindOfFile(kind, async ({ document }) => {
    const { version } = document;
    await compareCode('code\n', proposals, assert.fail);
    const { input } = await activeDiff();
    const sides = [input.original, input.modified].map(async (uri) =>
      (await vscode.workspace.openTextDocument(uri)).getText(),
    );
    assert.deepEqual(await Promise.all(sides), [selectedText(kind), 'code\n']);
    assert.equal(document.version, version);
  });
}
