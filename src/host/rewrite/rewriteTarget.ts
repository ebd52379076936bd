import * as vscode from 'vscode';
import { formatNumber } from '../../shared/language.ts';
import { selectedRange } from '../editor/selectionContext.ts';
import { openWritable } from '../editor/writableFile.ts';

/** Code to rewrite. */
export interface RewriteTarget {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
}

/** More code is not rewritten at once: few models write so much, and none writes it quickly. In characters. */
const largest = 400_000;

/**
 * The code of an editor to rewrite: its first selection, or what the user chooses among the symbols around the cursor
 * and the whole file. Gives undefined if the user closes that list, and why this code cannot be rewritten.
 */
export async function chooseTarget(
  editor: vscode.TextEditor,
  title: string,
): Promise<RewriteTarget | string | undefined> {
  const { document } = editor;
  // A notebook is refused there as a whole. Here it is one cell, or the text that the user sees.
  const isNotebook = /\.ipynb$/i.test(document.uri.path);
  const file = isNotebook ? undefined : await openWritable(document.uri);
  if (typeof file === 'string') {
    return `${file} ${vscode.l10n.t('Nothing was sent.')}`;
  }
  const selected = await selectedRange(editor, title);
  if (selected === undefined) {
    return undefined;
  }
  const range = fromLineStart(document, selected);
  const code = document.getText(range);
  if (code.length > largest) {
    return vscode.l10n.t(
      'This is too much code to rewrite at once (at most {0} characters). Select a part of it.',
      formatNumber(largest),
    );
  }
  return code.trim() === ''
    ? vscode.l10n.t('The selection is empty. It has no code.')
    : { document, range };
}

/** The range with the indentation before it, without which its first line would have another one than the others. */
function fromLineStart(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const lineStart = start.with({ character: 0 });
  const before = document.getText(new vscode.Range(lineStart, start));
  return new vscode.Range(before.trim() === '' ? lineStart : start, end);
}
