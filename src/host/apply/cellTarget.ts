import * as vscode from 'vscode';
import { blockPaths } from '../../apply/planBlock.ts';
import type { ReplyBlock } from '../../apply/replyBlock.ts';
import { pathsMeant } from '../../shared/codePath/namedPath.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';
import { isOfFile, withLineFeeds } from './attachedFiles.ts';
import { askForFile } from './chooseTarget.ts';
import { NotApplied, type PlanContext } from './planContext.ts';
import { type Target, targetAt } from './targets.ts';

/**
 * The cell of an open notebook that a block is for: the one that the last message attached, if it attached nothing else,
 * or if the block names its notebook. Undefined if the block is for no cell. The code of a cell is told by its text: cells
 * are moved, and their numbers with them.
 */
export async function cellTarget(
  context: PlanContext,
  block: ReplyBlock,
): Promise<Target | undefined> {
  const attached = context.turns.at(-1)?.user.context ?? [];
  const items = attached.filter((item) => item.kind === 'cell' || isOfFile(item));
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
      notebook.getCells().flatMap(({ document }) => {
        const text = codeIn(document, one);
        return text === undefined ? [] : [[document.uri.toString(), { ...one, text }] as const];
      }),
    ),
  );
  const uris = notebook
    .getCells()
    .map(({ document }) => document.uri)
    .filter((uri) => found.has(uri.toString()));
  const [only, second] = uris;
  if (only === undefined) {
    const numbered = notebook.getCells().find(({ index }) => `${index + 1}` === name);
    const words = vscode.l10n.t(
      'Cell {0} of {1} was changed or deleted after the message was sent.',
      nameText(name),
      shown,
    );
    throw new NotApplied(words, numbered?.document.uri);
  }
  const question = vscode.l10n.t('This code block could be for several cells of {0}.', shown);
  const uri = second === undefined ? only : await askForFile(question, uris, context);
  return { ...(await targetAt(uri, path)), attached: found.get(uri.toString()) };
}

/** The code of an item, without the output that follows it (see `cellText`); undefined if the cell does not have it. */
function codeIn(cell: vscode.TextDocument, item: ContextItem): string | undefined {
  const [code, sent] = [withLineFeeds(cell.getText()), withLineFeeds(item.text)];
  const isWhole = sent.startsWith(`${code}\n\nOutput:\n`);
  const text = isWhole ? code : sent;
  return text.trim() !== '' && code.includes(text) ? text : undefined;
}
