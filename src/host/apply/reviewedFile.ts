import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';
import type { PlannedText } from '../review/leftOutParts.ts';

/** The scheme of texts that are proposed for files. */
export const proposalScheme = 'parley-changes';

/** What is proposed for one file: the whole text. */
export interface FileChange extends PlannedText {
  readonly kind: 'change' | 'create' | 'remove';
  /** The file, or the place at which it is created. */
  readonly uri: vscode.Uri;
  /** As the user reads it. */
  readonly name: string;
  /** The text that the proposal is about; empty for a new file. */
  readonly base: string;
}

/** A file of the review. */
export interface ReviewedFile extends Omit<FileChange, 'base' | keyof PlannedText> {
  base: string;
  /** What the reply leaves out and nobody has decided about. */
  planned: PlannedText;
  /**
   * Shows `base`. The file itself would be saved together with its proposal: VS Code saves both sides of a diff.
   */
  readonly left: vscode.Uri;
  readonly proposal: vscode.Uri;
  /** The user was told that the file was changed where the proposal changes it. */
  isConflictTold: boolean;
}

/** Both sides of the diff of a file. */
export function textsOf({ left, proposal }: ReviewedFile): readonly vscode.Uri[] {
  return [left, proposal];
}

/** The proposals that a tab shows. The input of an editor of several diffs is not in VS Code's stable API. */
function proposalsIn({ input }: vscode.Tab): readonly vscode.Uri[] {
  const diffs: readonly unknown[] =
    isRecord(input) && Array.isArray(input['textDiffs']) ? input['textDiffs'] : [input];
  return diffs.flatMap((diff) => {
    const modified = isRecord(diff) ? diff['modified'] : undefined;
    return modified instanceof vscode.Uri && modified.scheme === proposalScheme ? [modified] : [];
  });
}

/** Those of the files that the active diff shows. */
export function shownOf(files: readonly ReviewedFile[]): readonly ReviewedFile[] {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const shown = activeTab === undefined ? [] : proposalsIn(activeTab);
  return files.filter(({ proposal }) => shown.some((uri) => isSame(uri, proposal)));
}

/** Those of the files that were shown in tabs which are closed, and are shown in no other. */
export function closedOf(
  files: readonly ReviewedFile[],
  closed: readonly vscode.Tab[],
): readonly ReviewedFile[] {
  const gone = closed.flatMap(proposalsIn);
  const left = allTabs().flatMap(proposalsIn);
  return files.filter(
    ({ proposal }) =>
      gone.some((uri) => isSame(uri, proposal)) && !left.some((uri) => isSame(uri, proposal)),
  );
}

/** The tabs with proposals for none of the files. */
export function tabsWithout(files: readonly ReviewedFile[]): readonly vscode.Tab[] {
  return allTabs().filter((tab) => {
    const shown = proposalsIn(tab);
    return (
      shown.length > 0 && shown.every((uri) => !files.some(({ proposal }) => isSame(proposal, uri)))
    );
  });
}

function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/** The document of a file among others. */
export function documentOf(
  uri: vscode.Uri,
  documents: readonly vscode.TextDocument[],
): vscode.TextDocument | undefined {
  return documents.find((document) => isSame(document.uri, uri));
}

/** Whether two addresses are the same. */
export function isSame(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}
