import * as vscode from 'vscode';
import { hunkAt, type LineHunk } from '../../apply/lines/lineHunks.ts';
import { isSame } from '../editor/documentOf.ts';
import type { FoundPart } from './leftOutParts.ts';
import type { ReviewedFile } from './reviewedFile.ts';

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
export function atCursor(files: readonly ReviewedFile[]): AtCursor | undefined {
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri;
  const file = files.find((one) => uri && (isSame(one.proposal, uri) || isSame(one.left, uri)));
  if (editor === undefined || uri === undefined || file === undefined) {
    return undefined;
  }
  const { line } = editor.selection.active;
  if (isSame(file.left, uri)) {
    return { file, editor, hunk: hunkAt(file.hunks, 'before', line) };
  }
  const part = file.parts.find(({ from, to }) => line >= from && line < to);
  return part === undefined
    ? { file, editor, hunk: hunkAt(file.hunks, 'after', line) }
    : { file, editor, part };
}

/** The line of what is to be decided next from a line of the proposal: changes first. Undefined if nothing is left. */
export function nextLine({ hunks, parts }: ReviewedFile, line: number): number | undefined {
  const part = parts.find(({ from }) => from >= line) ?? parts[0];
  return hunkAt(hunks, 'after', line)?.after.from ?? part?.from;
}

/** Moves the cursor to a line of a proposal, if it is in that. */
export function goToLine({ proposal }: ReviewedFile, line: number | undefined): void {
  const editor = vscode.window.activeTextEditor;
  if (line !== undefined && editor !== undefined && isSame(editor.document.uri, proposal)) {
    const place = new vscode.Range(line, 0, line, 0);
    editor.selection = new vscode.Selection(place.start, place.end);
    editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
