import * as vscode from 'vscode';
import { blockPaths } from '../../apply/planBlock.ts';
import type { ReplyBlock } from '../../apply/replyBlock.ts';
import { pathsMeant } from '../../shared/codePath/namedPath.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText, nameText, notificationText } from '../base/safeText.ts';
import { fileName, relativePath } from '../editor/codePlace.ts';
import { isOfFile, withLineFeeds } from './attachedFiles.ts';
import { chosen, NotApplied, type PlanContext } from './planContext.ts';
import { type Target, targetAt } from './targets.ts';

/**
 * The cell of an open notebook that a block is for: the one that the last message attached, if it attached nothing else,
 * or if the block names its notebook. Undefined if the block is for no cell. The code of a cell is told by its text: cells
 * are moved, and their numbers with them.
 */
export async function cellTarget(
  { turns, mayAsk }: PlanContext,
  block: ReplyBlock,
): Promise<Target | undefined> {
  const context = turns.at(-1)?.user.context ?? [];
  const items = context.filter((item) => item.kind === 'cell' || isOfFile(item));
  const [item] = items;
  const isMeant =
    item !== undefined &&
    items.every(({ kind, path }) => kind === 'cell' && path === item.path) &&
    blockPaths(block).every((name) => pathsMeant(name, [item.path]).length > 0);
  if (!isMeant) {
    return undefined;
  }
  const { path, name = '' } = item;
  const shown = notificationText(path);
  const [notebook, another] = vscode.workspace.notebookDocuments.filter(
    ({ uri }) => relativePath(uri) === path,
  );
  if (notebook === undefined || another !== undefined) {
    throw new NotApplied(vscode.l10n.t('Open {0} to apply to its cells.', shown));
  }
  // Of equal ones, the number only told which was meant before any was moved.
  const found = new Map(
    items.flatMap((one) =>
      notebook.getCells().flatMap(({ document }): readonly [vscode.TextDocument, ContextItem][] => {
        const text = codeIn(document, one);
        return text === undefined ? [] : [[document, { ...one, text }]];
      }),
    ),
  );
  const [only, second] = found.keys();
  if (only === undefined) {
    const numbered = notebook.getCells().find(({ index }) => `${index + 1}` === name);
    const words = vscode.l10n.t(
      'Cell {0} of {1} was changed or deleted after the message was sent.',
      nameText(name),
      shown,
    );
    throw new NotApplied(words, numbered?.document.uri);
  }
  if (second !== undefined && !mayAsk) {
    throw new NotApplied(
      vscode.l10n.t('This code block could be for several cells of {0}.', shown),
    );
  }
  const cell = second === undefined ? only : await chooseCell([...found.keys()], path);
  return { ...(await targetAt(cell.uri, path)), attached: found.get(cell) };
}

/** The code of an item, without the output that follows it (see `cellText`); undefined if the cell does not have it. */
function codeIn(cell: vscode.TextDocument, item: ContextItem): string | undefined {
  const [code, sent] = [withLineFeeds(cell.getText()), withLineFeeds(item.text)];
  const isWhole = sent.startsWith(`${code}\n\nOutput:\n`);
  const text = isWhole ? code : sent;
  return text.trim() !== '' && code.includes(text) ? text : undefined;
}

async function chooseCell(
  cells: readonly vscode.TextDocument[],
  path: string,
): Promise<vscode.TextDocument> {
  const items = cells.map((cell) => {
    const first = lineTexts(cell.getText()).find((line) => line.trim() !== '') ?? '';
    return {
      label: `$(notebook) ${labelText(fileName(cell.uri).slice(path.length + 1))}`,
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
  return chosen(item).cell;
}
