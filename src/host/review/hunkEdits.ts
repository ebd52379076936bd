import * as vscode from 'vscode';
import { type LineHunk, lineHunks } from '../../apply/lines/lineHunks.ts';

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

/** Takes a hunk between `before` and a proposal off that proposal. Gives whether it was done. */
export async function revertHunk(
  proposal: vscode.TextDocument,
  before: string,
  hunk: LineHunk,
): Promise<boolean> {
  const back = lineHunks(proposal.getText(), before).find(
    ({ before: [from, to] }) => from === hunk.after[0] && to === hunk.after[1],
  );
  return (
    back !== undefined &&
    vscode.workspace.applyEdit(addTo(new vscode.WorkspaceEdit(), proposal, [back]))
  );
}

/** Moves the cursor of a proposal to a hunk. */
export function goToHunk(editor: vscode.TextEditor, { after: [line] }: LineHunk): void {
  const place = new vscode.Position(line, 0);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(
    new vscode.Range(place, place),
    vscode.TextEditorRevealType.InCenterIfOutsideViewport,
  );
}
