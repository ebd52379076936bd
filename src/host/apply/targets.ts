import * as vscode from 'vscode';
import { blockPaths } from '../../apply/planBlock.ts';
import type { BlockFile, ChosenPlace, ReplyBlock } from '../../apply/replyBlock.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { nameText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';
import { isSame } from '../editor/documentOf.ts';
import { languageId } from '../editor/newFile.ts';
import { openWritable, type WritableFile } from '../editor/writableFile.ts';
import { attachedFiles, attachedPath, seenText, soleFile } from './attachedFiles.ts';
import { askForFile } from './chooseTarget.ts';
import { NotApplied, type PlanContext } from './planContext.ts';
import { pathRefusalWords } from './refusalWords.ts';
import { resolvePath } from './workspacePath.ts';

/** A file that a block is for. */
export interface Target extends WritableFile {
  /** The name under which the block is planned for it. */
  readonly alias: string;
  /** Other names that the block has for it. */
  names?: readonly string[] | undefined;
  /** What the model saw of it, if that is not told by its path. */
  readonly attached?: ContextItem | undefined;
  /** What the user has chosen so far. */
  readonly choices: Choice[];
}

/** A place that the user has chosen in a text, for the edit with this number or else for the whole block. */
export interface Choice extends Pick<ChosenPlace, 'place'> {
  readonly text: string;
  readonly edit: number | undefined;
}

/** The file or the cell at an address. Throws `NotApplied` if it cannot be changed. */
export async function targetAt(uri: vscode.Uri, alias: string): Promise<Target> {
  const file = await openWritable(uri);
  if (typeof file === 'string') {
    throw new NotApplied(file, uri);
  }
  return { ...file, alias, choices: [] };
}

/** The files that a block names, or else the only one that it can be for. */
export async function targetsOf(block: ReplyBlock, context: PlanContext): Promise<Target[]> {
  const { turns } = context;
  const names = blockPaths(block);
  const sole = names.length === 0 ? soleFile(turns, languageId(block.language))?.path : undefined;
  const targets: Target[] = [];
  for (const name of sole === undefined ? names.slice(0, 50) : [sole]) {
    const { uris, problem } = await filesNamed(attachedPath(name, turns));
    if (problem !== undefined) {
      throw new NotApplied(pathRefusalWords(problem, nameText(name)));
    }
    const uri = uris.length > 1 ? await chooseNamed(uris, name, context) : uris[0];
    if (uri !== undefined) {
      addTarget(targets, await targetAt(uri, name));
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
    known.names = [...(known.names ?? []), target.alias];
  }
}

/** The files that a path means, editors without a file included. */
export async function filesNamed(name: string): ReturnType<typeof resolvePath> {
  const untitled = vscode.workspace.textDocuments.find(
    ({ uri, isUntitled }) => isUntitled && relativePath(uri) === name,
  );
  return untitled === undefined ? resolvePath(name) : { uris: [untitled.uri] };
}

/** Of several files with a name, the one that is attached, or else the one that the user chooses. */
async function chooseNamed(
  uris: readonly vscode.Uri[],
  name: string,
  context: PlanContext,
): Promise<vscode.Uri> {
  const attached = new Set(attachedFiles(context.turns).map(({ path }) => path));
  const [known, other] = uris.filter((uri) => attached.has(relativePath(uri)));
  const question = vscode.l10n.t('Several files are called {0}.', nameText(name));
  return known !== undefined && other === undefined ? known : askForFile(question, uris, context);
}

/** A target as it is now, with what the model saw of it. */
export function blockFile(target: Target, { turns, proposed }: PlanContext): BlockFile {
  const { alias, names, document, codePath, choices } = target;
  const path = relativePath(document.uri);
  const attached = target.attached ?? attachedFiles(turns).find((one) => one.path === path);
  const text = proposed(document.uri) ?? document.getText();
  const known = seenText(attached, text);
  // A choice that was made in another text does not count.
  const made = choices.filter((one) => one.text === (known.seen ?? text));
  const { place: within = known.within } = made.findLast(({ edit }) => edit === undefined) ?? {};
  const chosen = made.flatMap(({ edit, place }) => (edit === undefined ? [] : { edit, place }));
  return { path: alias, names, codePath, text, seen: known.seen, within, chosen };
}
