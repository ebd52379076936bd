import * as vscode from 'vscode';
import { hunkAt, type LineHunk } from '../../apply/lines/splices.ts';
import { isSame } from '../editor/documentOf.ts';
import type { FoundPart } from './linesNow.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/** Something that the user decides about, in the editor in front. */
export interface AtCursor {
  readonly file: ReviewedFile;
  /** The change at the cursor, or else the next one. */
  readonly hunk?: LineHunk | undefined;
  /** The part at the cursor. Another one is not meant. */
  readonly part?: FoundPart | undefined;
}

/** What is at the cursor of the editor in front, if it shows one of the files. */
export function atCursor(files: readonly ReviewedFile[]): AtCursor | undefined {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  const isShown = (uri: vscode.Uri): boolean => document !== undefined && isSame(uri, document.uri);
  const file = files.find(({ left, proposal }) => isShown(left) || isShown(proposal));
  if (file === undefined || selection === undefined) {
    return undefined;
  }
  const { line } = selection.active;
  const part = file.parts.find(({ from, to }) => line >= from && line < to);
  if (isShown(file.proposal) && part !== undefined) {
    return { file, part };
  }
  return { file, hunk: hunkAt(file.hunks, isShown(file.left) ? 'before' : 'after', line) };
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
