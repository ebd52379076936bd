import * as vscode from 'vscode';
import type { LineRange } from '../../apply/lines/textLines.ts';
import type { BlockFile } from '../../apply/plan/blockPlan.ts';
import { pathsMeant } from '../../shared/codePath/namedPath.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';
import { isSame } from '../editor/documentOf.ts';
import { languageId } from '../editor/newFile.ts';
import { openWritable, type WritableFile } from '../editor/writableFile.ts';
import {
  attachedFiles,
  attachedPath,
  isOfFile,
  seenText,
  soleFile,
  withLineFeeds,
} from './attachedFiles.ts';
import { oneOf } from './questions.ts';
import { NotApplied, type PlanContext } from './planContext.ts';
import { resolvePath } from './workspacePath.ts';

/** A file or a cell that a block is for. */
export interface Target extends WritableFile {
  readonly path: string;
  /** The names that the block has for it. */
  readonly names: string[];
  /** What the model saw of it, if that is not told by its path. */
  readonly attached?: ContextItem | undefined;
  /** The places that the user has chosen so far, each in a text. */
  readonly chosen: { readonly text: string; readonly place: LineRange }[];
}

/** What is at an address. Throws `NotApplied` if it cannot be changed. */
export async function targetAt(uri: vscode.Uri, ...names: string[]): Promise<Target> {
  const file = await openWritable(uri);
  if (typeof file === 'string') {
    throw new NotApplied(file, uri);
  }
  return { ...file, path: relativePath(uri), names, chosen: [] };
}

/** The files that a block in a language names, or else the only one that it can be for. */
export async function targetsOf(
  given: readonly string[],
  language: string,
  context: PlanContext,
): Promise<Target[]> {
  const cell = await cellTarget(given, context);
  if (cell !== undefined) {
    return [{ ...(await targetAt(cell.uri, ...given)), attached: cell.item }];
  }
  const sole = given.length === 0 ? soleFile(context.turns, languageId(language)) : undefined;
  const targets: Target[] = [];
  for (const name of sole === undefined ? given.slice(0, 50) : [sole.path]) {
    const uris = await filesNamed(attachedPath(name, context.turns));
    if (uris === undefined) {
      const words = vscode.l10n.t(
        'The reply names {0}, which is outside of this workspace, behind a symbolic link, or belongs to Git.',
        nameText(name),
      );
      throw new NotApplied(words);
    }
    if (uris.length > 0) {
      addTarget(targets, await targetAt(await oneOf(uris, context), name));
    }
  }
  return targets;
}

/** Adds a file, or one more name of a file that is there already: what is planned for it is one change. */
export function addTarget(targets: Target[], target: Target): void {
  const known = targets.find(({ document }) => isSame(document.uri, target.document.uri));
  if (known === undefined) {
    targets.push(target);
  } else {
    known.names.push(...target.names);
  }
}

/** The files that a path means, editors without a file included. */
export async function filesNamed(name: string): ReturnType<typeof resolvePath> {
  const untitled = vscode.workspace.textDocuments.find(
    ({ uri, isUntitled }) => isUntitled && relativePath(uri) === name,
  );
  return untitled === undefined ? resolvePath(name) : [untitled.uri];
}

/** A target as it is now, with what the model saw of it. */
export function blockFile(target: Target, { turns, proposed }: PlanContext): BlockFile {
  const { path, names, document, codePath } = target;
  const attached = target.attached ?? attachedFiles(turns).find((one) => one.path === path);
  const text = proposed(document.uri) ?? document.getText();
  const known = seenText(attached, text);
  // A choice that was made in another text does not count.
  const made = target.chosen.filter((one) => one.text === (known.seen ?? text));
  return { path, names, codePath, text, ...known, chosen: made.map(({ place }) => place) };
}

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
async function cellTarget(
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
