import * as vscode from 'vscode';
import { pathsMeant } from '../../shared/codePath/namedPath.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';
import { isOfFile, withLineFeeds } from './attachedFiles.ts';
import { oneOf } from './chooseTarget.ts';
import { NotApplied, type PlanContext } from './planContext.ts';

/** A cell of a notebook, and what the model saw of it. */
interface AttachedCell {
  readonly uri: vscode.Uri;
  readonly item: ContextItem;
}

/**
 * The cell of an open notebook that a block is for: the one that the last message attached, if it attached nothing else,
 * or if the block names its notebook. Undefined if the block is for no cell. The code of a cell is told by its text: cells
 * are moved, and their numbers with them.
 */
export async function cellTarget(
  names: readonly string[],
  context: PlanContext,
): Promise<AttachedCell | undefined> {
  const attached = context.turns.at(-1)?.user.context ?? [];
  const items = attached.filter((item) => item.kind === 'cell' || isOfFile(item));
  const [item] = items;
  const isMeant =
    item !== undefined &&
    items.every(({ kind, path }) => kind === 'cell' && path === item.path) &&
    names.every((name) => pathsMeant(name, [item.path]).length > 0);
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
  const cells = notebook.getCells();
  // Of equal ones, the number only told which was meant before any was moved.
  const found = cells.flatMap(({ document }): readonly AttachedCell[] => {
    const own = items.flatMap((one) => codeIn(document, one) ?? []).at(-1);
    return own === undefined ? [] : [{ uri: document.uri, item: own }];
  });
  if (found.length === 0) {
    const numbered = cells.find(({ index }) => `${index + 1}` === name);
    const words = vscode.l10n.t(
      'Cell {0} of {1} was changed or deleted after the message was sent.',
      nameText(name),
      shown,
    );
    throw new NotApplied(words, numbered?.document.uri);
  }
  const uri = await oneOf(
    found.map((one) => one.uri),
    context,
  );
  return found.find((one) => one.uri === uri) ?? { uri, item };
}

/** An item with its code, without the output that follows it (see `cellText`); undefined if the cell does not have it. */
function codeIn(cell: vscode.TextDocument, item: ContextItem): ContextItem | undefined {
  const [code, sent] = [withLineFeeds(cell.getText()), withLineFeeds(item.text)];
  const isWhole = sent.startsWith(`${code}\n\nOutput:\n`);
  const text = isWhole ? code : sent;
  return text.trim() !== '' && code.includes(text) ? { ...item, text } : undefined;
}
