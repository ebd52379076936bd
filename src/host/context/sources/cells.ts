import * as vscode from 'vscode';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../../shared/language.ts';
import { relativePath } from '../../editor/codePlace.ts';
import type { ContextSource } from '../contextSource.ts';
import { wholeText } from '../largeItems.ts';
import { isRecord, isString } from '../../../shared/guards.ts';

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
  const { languageId } = document;
  return wholeText({
    kind: 'cell',
    path: relativePath(notebook.uri),
    name: `${index + 1}`,
    languageId,
    text,
  });
}

/** A part of the output of a cell, as VS Code has it. */
interface CellOutput {
  readonly mime: string;
  readonly data: Uint8Array;
}

/** No more is read of the outputs of a cell, in bytes. */
const maxOutput = 2 * 1024 * 1024;

/** What a terminal reads as colours and movements (ECMA-48, "control sequences"). */
// oxlint-disable-next-line no-control-regex -- that is what they begin with
const controlSequence = /\u001B\[[0-?]*[ -/]*[@-~]/g;

/**
 * The code of a cell and, after a line that says so, its output as far as it is text. Images and pages are left out:
 * their text has been written for a program.
 */
export function cellText(code: string, outputs: readonly CellOutput[]): string {
  const output = outputText(outputs);
  return output === '' ? code : `${code}\n\nOutput:\n${output}`;
}

function outputText(outputs: readonly CellOutput[]): string {
  const texts: string[] = [];
  let left = maxOutput;
  for (const { mime, data } of outputs) {
    const read = reader(mime);
    if (read !== undefined && left > 0) {
      texts.push(read(new TextDecoder().decode(data.subarray(0, left))));
      left -= data.length;
    }
  }
  return texts
    .map((text) => text.replaceAll(controlSequence, '').trimEnd())
    .filter((text) => text !== '')
    .join('\n');
}

/** How output of a type is read (VS Code, `NotebookCellOutputItem`). Undefined if it is no text. */
function reader(mime: string): ((text: string) => string) | undefined {
  switch (mime) {
    case 'text/plain':
    case 'application/vnd.code.notebook.stdout':
    case 'application/vnd.code.notebook.stderr':
    case 'application/x.notebook.stdout':
    case 'application/x.notebook.stderr':
      return (text) => text;
    case 'application/vnd.code.notebook.error':
      return errorText;
    default:
      return undefined;
  }
}

function errorText(json: string): string {
  try {
    const error: unknown = JSON.parse(json);
    const { name, message, stack } = isRecord(error) ? error : {};
    const title = [name, message].filter(isString).join(': ');
    return isString(stack) && stack !== '' ? stack : title;
  } catch {
    return json;
  }
}
