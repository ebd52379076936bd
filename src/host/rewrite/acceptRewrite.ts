import * as vscode from 'vscode';
import { type Splice, spliced } from '../../apply/fitEdit.ts';
import { addTo } from '../review/hunkEdits.ts';
import type { TrackedCode } from './trackedCode.ts';

/**
 * What came of accepting. `merged`: nothing was changed yet, since the user has edited the code meanwhile; the text has
 * both changes. `refused`: nothing was changed.
 */
export type Accepted =
  | { readonly kind: 'done'; readonly document: vscode.TextDocument }
  | { readonly kind: 'merged'; readonly document: vscode.TextDocument; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: 'conflict' | 'gone' | 'readOnly' };

/** An edit is planned again so often if the file changes at that moment. */
const tries = 2;

/** Makes changes of the code in its file, as one step to undo, if the code is as it was. */
export async function acceptRewrite(
  code: TrackedCode,
  changes: readonly Splice[],
): Promise<Accepted> {
  for (let left = tries; left > 0; left -= 1) {
    const fit = await code.fit(changes);
    if (fit.kind !== 'asItWas') {
      return fit;
    }
    const { document, splices } = fit;
    const expected = spliced(document.getText(), splices);
    const hunks = splices.map((splice) => ({ splice }));
    // VS Code compares the version of this moment with that of the window, and edits nothing if they differ.
    if (await vscode.workspace.applyEdit(addTo(new vscode.WorkspaceEdit(), document, hunks))) {
      code.written(fit, expected);
      return { kind: 'done', document };
    }
  }
  return { kind: 'refused', reason: 'readOnly' };
}
