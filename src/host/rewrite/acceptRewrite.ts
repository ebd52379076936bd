import * as vscode from 'vscode';
import { lineSplices } from '../../rewrite/mergeTexts.ts';
import type { TrackedCode } from './trackedCode.ts';

/**
 * What came of accepting. `merged`: nothing was changed yet, since the user has edited the code meanwhile; the text has
 * both changes. `refused`: nothing was changed.
 */
export type Accepted =
  | { readonly kind: 'done'; readonly document: vscode.TextDocument; readonly range: vscode.Range }
  | { readonly kind: 'merged'; readonly document: vscode.TextDocument; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: 'conflict' | 'gone' | 'readOnly' };

/** An edit is planned again so often if the file changes at that moment. */
const tries = 2;

/** Puts `result` in place of the code, as one step to undo, if the code is as it was. */
export async function acceptRewrite(code: TrackedCode, result: string): Promise<Accepted> {
  for (let left = tries; left > 0; left -= 1) {
    const fit = await code.fit(result);
    if (fit.kind !== 'asItWas') {
      return fit;
    }
    const { document, start } = fit;
    const edit = new vscode.WorkspaceEdit();
    for (const splice of lineSplices(code.original, result)) {
      const range = new vscode.Range(
        document.positionAt(start + splice.start),
        document.positionAt(start + splice.end),
      );
      edit.replace(document.uri, range, splice.text);
    }
    // VS Code compares the version of this moment with that of the window, and edits nothing if they differ.
    if (await vscode.workspace.applyEdit(edit)) {
      const range = new vscode.Range(
        document.positionAt(start),
        document.positionAt(start + result.length),
      );
      return { kind: 'done', document, range };
    }
  }
  return { kind: 'refused', reason: 'readOnly' };
}
