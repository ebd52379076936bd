import * as vscode from 'vscode';
import { hunkAt, type LineHunk } from '../../apply/lines/lineHunks.ts';
import type { FoundPart } from './leftOutParts.ts';
import { isSame, type ReviewedFile } from './reviewedFile.ts';

/** What can be decided about in a file. */
export interface Undecided {
  readonly hunks: readonly LineHunk[];
  /** What the reply leaves out. */
  readonly parts: readonly FoundPart[];
}

/** Something that the user decides about, in the editor in front. */
export interface AtCursor {
  readonly file: ReviewedFile;
  readonly editor: vscode.TextEditor;
  /** The change at the cursor, or else the next one. */
  readonly hunk?: LineHunk | undefined;
  /** The part at the cursor. Another one is not meant. */
  readonly part?: FoundPart | undefined;
}

/** What is at the cursor of the editor in front, if it shows one of the files. */
export function atCursor(
  files: readonly ReviewedFile[],
  undecided: (file: ReviewedFile) => Undecided,
): AtCursor | undefined {
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri;
  const file = files.find((one) => uri && (isSame(one.proposal, uri) || isSame(one.left, uri)));
  if (editor === undefined || uri === undefined || file === undefined) {
    return undefined;
  }
  const { line } = editor.selection.active;
  const { hunks, parts } = undecided(file);
  if (!isSame(file.proposal, uri)) {
    return { file, editor, hunk: hunkAt(hunks, 'before', line) };
  }
  const part = parts.find(({ from, to }) => line >= from && line < to);
  return {
    file,
    editor,
    part,
    hunk: part === undefined ? hunkAt(hunks, 'after', line) : undefined,
  };
}

/** The line of what is to be decided next from a line of the proposal: changes first. Undefined if nothing is left. */
export function nextLine({ hunks, parts }: Undecided, line: number): number | undefined {
  const part = parts.find(({ from }) => from >= line) ?? parts[0];
  return hunkAt(hunks, 'after', line)?.after[0] ?? part?.from;
}
