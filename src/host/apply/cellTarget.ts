import * as vscode from 'vscode';
import { pathsMeant } from '../../shared/codePath/namedPath.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import {
  type ContextItem,
  pastedTextPath,
  type Turn,
} from '../../shared/conversation/conversation.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText, nameText, notificationText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';
import type { AttachedFile } from './attachedFiles.ts';
import type { TargetFile } from './targetFile.ts';

/** The cell that a block is for. */
export interface CellTarget {
  /** The path of its notebook. */
  readonly alias: string;
  readonly file: TargetFile;
  /** A name of a file that has the code of the cell, by which its language is known. */
  readonly codePath: string;
  /** What was attached of its code. */
  readonly attached?: AttachedFile | undefined;
}

/** What became of the search for a cell. `uri` is what the block can be compared with. */
export type FoundCell =
  | CellTarget
  | { readonly kind: 'refused'; readonly text: string; readonly uri?: vscode.Uri | undefined }
  | { readonly kind: 'cancelled' };

/**
 * The cell of an open notebook that a block is for: the one that the last message attached, if it attached nothing else,
 * or if the block names its notebook. Undefined if the block is for no cell. The code of a cell is told by its text: cells
 * are moved, and their numbers with them.
 */
export async function cellTarget(
  turns: readonly Turn[],
  named: readonly string[],
  mayAsk: boolean,
): Promise<FoundCell | undefined> {
  const items = codeItems(turns.at(-1)?.user.context ?? []);
  const [path, other] = [...new Set(items.map((item) => item.path))];
  const isMeant =
    path !== undefined &&
    other === undefined &&
    items.every(({ kind }) => kind === 'cell') &&
    named.every((name) => pathsMeant(name, [path]).length > 0);
  if (!isMeant) {
    return undefined;
  }
  const shown = notificationText(path);
  const notebooks = vscode.workspace.notebookDocuments.filter(
    ({ uri }) => relativePath(uri) === path,
  );
  const [notebook, another] = notebooks;
  if (notebook === undefined || another !== undefined) {
    return { kind: 'refused', text: vscode.l10n.t('Open {0} to apply to its cells.', shown) };
  }
  const all = items.flatMap((item) => cellsOf(item, notebook));
  const found = [...new Map(all.map((cell) => [cell.file.document, cell])).values()];
  if (found.length === 0) {
    const [item] = items;
    return {
      kind: 'refused',
      text: vscode.l10n.t(
        'Cell {0} of {1} was changed or deleted after the message was sent.',
        nameText(item?.name ?? ''),
        shown,
      ),
      uri: cellNumbered(item, notebook)?.document.uri,
    };
  }
  const [only, second] = found;
  const chosen = second === undefined ? only : mayAsk ? await chooseCell(found, path) : undefined;
  if (chosen === undefined) {
    const text = vscode.l10n.t('This code block could be for several cells of {0}.', shown);
    return mayAsk ? { kind: 'cancelled' } : { kind: 'refused', text };
  }
  return chosen;
}

function codeItems(context: readonly ContextItem[]): readonly ContextItem[] {
  return context.filter(
    ({ kind, path }) =>
      kind === 'cell' || kind === 'symbol' || (kind === undefined && path !== pastedTextPath),
  );
}

/** The cells that have the code of an item. Of equal ones, the number only told which was meant before any was moved. */
function cellsOf(item: ContextItem, notebook: vscode.NotebookDocument): readonly CellTarget[] {
  return notebook.getCells().flatMap((cell) => {
    const text = codeIn(cell, item);
    return text === undefined ? [] : [{ ...asTarget(cell), attached: { ...item, text } }];
  });
}

/** A cell as what a block can be for. */
export function asTarget({ document, index, notebook }: vscode.NotebookCell): CellTarget {
  const alias = relativePath(notebook.uri);
  return {
    alias,
    file: { document, name: `${alias} [${index + 1}]` },
    codePath: `cell.${codeEnds[document.languageId] ?? 'txt'}`,
  };
}

/** The code of an item, without the output that follows it (see `cellText`); undefined if the cell does not have it. */
function codeIn({ document }: vscode.NotebookCell, item: ContextItem): string | undefined {
  const [code, sent] = [withLineFeeds(document.getText()), withLineFeeds(item.text)];
  const isWhole = sent.startsWith(`${code}\n\nOutput:\n`);
  const text = isWhole ? code : sent;
  return text.trim() !== '' && code.includes(text) ? text : undefined;
}

function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function cellNumbered(
  item: ContextItem | undefined,
  notebook: vscode.NotebookDocument,
): vscode.NotebookCell | undefined {
  return notebook.getCells().find(({ index }) => `${index + 1}` === item?.name);
}

async function chooseCell(
  cells: readonly CellTarget[],
  path: string,
): Promise<CellTarget | undefined> {
  const items = cells.map((cell) => {
    const lines = lineTexts(cell.file.document.getText());
    const first = lines.find((line) => line.trim() !== '') ?? '';
    return {
      label: `$(notebook) ${labelText(cell.file.name.slice(path.length + 1))}`,
      description: labelText(first.trim().slice(0, 100)),
      cell,
    };
  });
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Apply to Cell'),
    placeHolder: vscode.l10n.t(
      'This code block could be for several cells of {0}.',
      visibleText(path),
    ),
    matchOnDescription: true,
  });
  return item?.cell;
}

/** The ends of names of files, by which the syntax of code is known. */
const codeEnds: Readonly<Record<string, string>> = {
  javascript: 'js',
  javascriptreact: 'jsx',
  markdown: 'md',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  shellscript: 'sh',
  typescript: 'ts',
  typescriptreact: 'tsx',
};
