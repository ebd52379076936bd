import * as vscode from 'vscode';
import { type LineHunk, lineHunks } from '../../apply/lines/lineHunks.ts';
import type { LineRange } from '../../apply/placeEdit.ts';

/** Adds the changes of hunks to an edit. */
export function addTo(
  edit: vscode.WorkspaceEdit,
  document: vscode.TextDocument,
  hunks: readonly Pick<LineHunk, 'splice'>[],
): vscode.WorkspaceEdit {
  for (const { splice } of hunks) {
    const range = new vscode.Range(
      document.positionAt(splice.start),
      document.positionAt(splice.end),
    );
    edit.replace(document.uri, range, splice.text);
  }
  return edit;
}

/** Whether two hunks change the same text at the same place. */
export function isSameHunk({ splice: one }: LineHunk, { splice: other }: LineHunk): boolean {
  return one.start === other.start && one.end === other.end && one.text === other.text;
}

/** The edit that takes a hunk between `before` and a proposal off that proposal. */
export function reverting(
  proposal: vscode.TextDocument,
  before: string,
  hunk: LineHunk,
): vscode.WorkspaceEdit {
  const back = lineHunks(proposal.getText(), before).find(
    ({ before: [from, to] }) => from === hunk.after[0] && to === hunk.after[1],
  );
  return addTo(new vscode.WorkspaceEdit(), proposal, back === undefined ? [] : [back]);
}

/** Adds to an edit that whole lines are deleted. */
export function addDeletion(
  edit: vscode.WorkspaceEdit,
  document: vscode.TextDocument,
  { from, to }: LineRange,
): vscode.WorkspaceEdit {
  // The last line has no line break, so that the one before it goes.
  const isLast = to >= document.lineCount && from > 0;
  const start = isLast ? document.lineAt(from - 1).range.end : new vscode.Position(from, 0);
  edit.delete(
    document.uri,
    document.validateRange(new vscode.Range(start, new vscode.Position(to, 0))),
  );
  return edit;
}

/** Moves the cursor of a proposal to a hunk. */
export function goToHunk(
  editor: vscode.TextEditor,
  { after: [line] }: Pick<LineHunk, 'after'>,
): void {
  const place = new vscode.Position(line, 0);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(
    new vscode.Range(place, place),
    vscode.TextEditorRevealType.InCenterIfOutsideViewport,
  );
}
