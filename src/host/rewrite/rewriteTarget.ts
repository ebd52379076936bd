import * as vscode from 'vscode';
import { formatNumber } from '../../shared/language.ts';
import { selectedRange } from '../editor/selectionContext.ts';

/** Code to rewrite. Offsets are in UTF-16 code units. */
export interface RewriteTarget {
  readonly document: vscode.TextDocument;
  readonly start: number;
  readonly end: number;
  /** How many other selections there are, which are left as they are. */
  readonly otherSelections: number;
}

/** More code is not rewritten at once: few models write so much, and none writes it quickly. In characters. */
const largest = 400_000;

/** The largest file of which a part is rewritten, in characters. VS Code does not give larger ones to extensions. */
const largestFile = 50_000_000;

/**
 * The code of an editor to rewrite: its first selection, or what the user chooses among the symbols around the cursor
 * and the whole file. Gives undefined if the user closes that list, and why this code cannot be rewritten.
 */
export async function chooseTarget(
  editor: vscode.TextEditor,
  title: string,
): Promise<RewriteTarget | string | undefined> {
  const { document, selections } = editor;
  const problem = await whyNotWritable(document.uri);
  if (problem !== undefined) {
    return problem;
  }
  const range = await selectedRange(editor, title);
  if (range === undefined) {
    return undefined;
  }
  const whole = fromLineStart(document, range);
  const [start, end] = [document.offsetAt(whole.start), document.offsetAt(whole.end)];
  if (end - start > largest || end > largestFile) {
    return vscode.l10n.t(
      'This is too much code to rewrite at once (at most {0} characters). Select a part of it.',
      formatNumber(largest),
    );
  }
  if (document.getText(whole).trim() === '') {
    return vscode.l10n.t('The selection is empty. It has no code.');
  }
  return { document, start, end, otherSelections: selections.length - 1 };
}

/** The range with the indentation before it, without which its first line would have another one than the others. */
function fromLineStart(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const lineStart = start.with({ character: 0 });
  const before = document.getText(new vscode.Range(lineStart, start));
  return new vscode.Range(before.trim() === '' ? lineStart : start, end);
}

/** Why nothing can be written to a document; undefined if it can, as far as VS Code tells. */
async function whyNotWritable(uri: vscode.Uri): Promise<string | undefined> {
  const file = uri.scheme === 'vscode-notebook-cell' ? notebookOf(uri) : uri;
  if (file?.scheme === 'untitled') {
    return undefined;
  }
  const readOnly = vscode.l10n.t('This file is read-only. Nothing was sent.');
  if (file === undefined || vscode.workspace.fs.isWritableFileSystem(file.scheme) !== true) {
    return readOnly;
  }
  try {
    const { permissions = 0 } = await vscode.workspace.fs.stat(file);
    return (permissions & vscode.FilePermission.Readonly) === 0 ? undefined : readOnly;
  } catch {
    return vscode.l10n.t('This file no longer exists. Save it first. Nothing was sent.');
  }
}

function notebookOf(cell: vscode.Uri): vscode.Uri | undefined {
  const address = cell.toString();
  return vscode.workspace.notebookDocuments.find((notebook) =>
    notebook.getCells().some(({ document }) => document.uri.toString() === address),
  )?.uri;
}
