import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';

/** The scheme of texts that are proposed for files. */
export const proposalScheme = 'parley-changes';

/** What is proposed for one file. */
export interface FileChange {
  readonly kind: 'change' | 'create' | 'remove';
  /** The file, or the place at which it is created. */
  readonly uri: vscode.Uri;
  /** As the user reads it. */
  readonly name: string;
  /** The text that the proposal is about; empty for a new file. */
  readonly base: string;
  /** The whole text that is proposed. */
  readonly text: string;
}

/** A file of the review. */
export interface ReviewedFile extends Omit<FileChange, 'base' | 'text'> {
  base: string;
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
export function proposalsIn({ input }: vscode.Tab): readonly vscode.Uri[] {
  const diffs: readonly unknown[] =
    isRecord(input) && Array.isArray(input['textDiffs']) ? input['textDiffs'] : [input];
  return diffs.flatMap((diff) => {
    const modified = isRecord(diff) ? diff['modified'] : undefined;
    return modified instanceof vscode.Uri && modified.scheme === proposalScheme ? [modified] : [];
  });
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
