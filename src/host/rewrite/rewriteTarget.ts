import * as vscode from 'vscode';
import { selectedRange } from '../editor/selectionContext.ts';
import { openWritable } from '../editor/writableFile.ts';

/** Code to rewrite. */
export interface RewriteTarget {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
}

/**
 * The code of an editor to rewrite: its first selection, or what the user chooses among the symbols around the cursor
 * and the whole file. Gives undefined if the user closes that list, and why this code cannot be rewritten.
 */
export async function chooseTarget(
  editor: vscode.TextEditor,
  title: string,
): Promise<RewriteTarget | string | undefined> {
  const { document } = editor;
  const file = await openWritable(document.uri);
  if (typeof file === 'string') {
    return `${file} ${vscode.l10n.t('Nothing was sent.')}`;
  }
  const selected = await selectedRange(editor, title);
  if (selected === undefined) {
    return undefined;
  }
  const range = fromLineStart(document, selected);
  return document.getText(range).trim() === ''
    ? vscode.l10n.t('The selection is empty. It has no code.')
    : { document, range };
}

/** The range with the indentation before it, without which its first line would have another one than the others. */
function fromLineStart(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const lineStart = start.with({ character: 0 });
  const before = document.getText(new vscode.Range(lineStart, start));
  return new vscode.Range(before.trim() === '' ? lineStart : start, end);
}
