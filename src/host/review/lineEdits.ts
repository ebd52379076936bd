import * as vscode from 'vscode';
import { lineHunks } from '../../apply/lines/lineHunks.ts';
import { spliced, splicesOf } from '../../apply/lines/splices.ts';
import type { LineRange } from '../../apply/placeEdit.ts';

/** Adds to an edit that a document becomes `text`: only the lines that differ are changed. */
export function addText(
  edit: vscode.WorkspaceEdit,
  document: vscode.TextDocument,
  text: string,
): void {
  for (const { splice } of lineHunks(document.getText(), text)) {
    const [start, end] = [document.positionAt(splice.start), document.positionAt(splice.end)];
    edit.replace(document.uri, new vscode.Range(start, end), splice.text);
  }
}

/** A text without some of its lines. */
export function withoutLines(text: string, lines: LineRange): string {
  return spliced(text, splicesOf([{ ...lines, lines: [], quoted: lines }], text));
}
