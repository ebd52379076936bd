import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';
import type { ChangeOrigin } from './changeOrigin.ts';
import type { PlannedText } from './leftOutParts.ts';

/** What is proposed for one file: the whole text. */
export interface FileChange extends PlannedText {
  readonly kind: 'change' | 'create' | 'remove';
  /** The file, or the place at which it is created. */
  readonly uri: vscode.Uri;
  /** As the user reads it. */
  readonly name: string;
  /** The text that the proposal is about; empty for a new file. */
  readonly base: string;
  /** What has proposed it. */
  readonly origins?: readonly ChangeOrigin[] | undefined;
}

/** What goes on proposing changes of a file: a reply that is still arriving, and what is asked after it. */
export interface ChangeOwner {
  /** Stops what arrives. Gives whether anything did. */
  readonly stop: () => boolean;
  /** The file is no longer in the review. */
  readonly ended: (how: ReviewEnd) => void;
}

/** How the review of a file has ended: all is decided, or what was left is dropped, by a command or with its tab. */
export type ReviewEnd = 'decided' | 'rejected' | 'closed';

/** A file of the review. */
export interface ReviewedFile extends Omit<
  FileChange,
  'uri' | 'base' | 'origins' | keyof PlannedText
> {
  /** Where the file is now. */
  uri: vscode.Uri;
  base: string;
  /** What has proposed it, in that order. */
  origins: readonly ChangeOrigin[];
  /** What the reply leaves out and nobody has decided about. */
  planned: PlannedText;
  /**
   * Shows `base`. The file itself would be saved together with its proposal: VS Code saves both sides of a diff.
   */
  readonly left: vscode.Uri;
  readonly proposal: vscode.Uri;
  /** The proposal as it was set last. */
  text: string;
  /** The user has typed into the proposal before that. */
  isTyped: boolean;
  /** The user was told that the file was changed where the proposal changes it. */
  isConflictTold: boolean;
  /** Missing for a block of code, which is applied at once. */
  readonly owner?: ChangeOwner | undefined;
  /** Whether there is something to accept: not while it arrives. */
  isReady: boolean;
}

/** Both sides of the diff of a file. */
export function textsOf({ left, proposal }: ReviewedFile): readonly vscode.Uri[] {
  return [left, proposal];
}

/** The right sides of the diffs that a tab shows. The input of an editor of several diffs is not in VS Code's stable API. */
function proposalsIn({ input }: vscode.Tab): readonly vscode.Uri[] {
  const diffs: readonly unknown[] =
    isRecord(input) && Array.isArray(input['textDiffs']) ? input['textDiffs'] : [input];
  return diffs.flatMap((diff) => {
    const modified = isRecord(diff) ? diff['modified'] : undefined;
    return modified instanceof vscode.Uri ? [modified] : [];
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

/** The tabs that show some of the files and none of the others. */
export function tabsOf(
  files: readonly ReviewedFile[],
  others: readonly ReviewedFile[],
): readonly vscode.Tab[] {
  return allTabs().filter((tab) => {
    const shown = proposalsIn(tab);
    const isShown = ({ proposal }: ReviewedFile): boolean =>
      shown.some((uri) => isSame(uri, proposal));
    return files.some(isShown) && !others.some(isShown);
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
