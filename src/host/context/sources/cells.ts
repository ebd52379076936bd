import * as vscode from 'vscode';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../../shared/language.ts';
import { relativePath } from '../../editor/codePlace.ts';
import { cellText } from '../cellText.ts';
import type { ContextSource } from '../contextSource.ts';
import { lineCount } from '../cutItem.ts';

/** At most this many selected cells become items at once. */
const maxCells = 50;

/** The selected cells of the notebook that was used last, with their text output. */
export const cellSource: ContextSource = {
  name: 'cell',
  icon: 'notebook',
  label: () => vscode.l10n.t('Notebook Cell with Output'),
  detail() {
    const cells = selectedCells();
    const [first] = cells;
    return cells.length > 1
      ? plural(cells.length, { other: vscode.l10n.t('{0} cells', formatNumber(cells.length)) })
      : first && vscode.l10n.t('cell {0}', formatNumber(first.index + 1));
  },
  isOffered: () => selectedCells().length > 0,
  pick: async () => ({
    items: selectedCells().map((cell) => ({
      item: cellItem(cell),
      renew: async () => (isThere(cell) ? cellItem(cell) : undefined),
    })),
  }),
};

function selectedCells(): readonly vscode.NotebookCell[] {
  const editor = vscode.window.activeNotebookEditor ?? vscode.window.visibleNotebookEditors[0];
  const cells = editor?.selections.flatMap((range) => editor.notebook.getCells(range)) ?? [];
  return cells.slice(0, maxCells);
}

/** A cell that was deleted has the index -1. */
function isThere({ index, notebook }: vscode.NotebookCell): boolean {
  return index >= 0 && !notebook.isClosed;
}

function cellItem({ document, notebook, index, outputs }: vscode.NotebookCell): ContextItem {
  const text = cellText(
    document.getText(),
    outputs.flatMap(({ items }) => items),
  );
  return {
    kind: 'cell',
    path: relativePath(notebook.uri),
    name: `${index + 1}`,
    languageId: document.languageId,
    startLine: 1,
    endLine: lineCount(text),
    text,
  };
}
