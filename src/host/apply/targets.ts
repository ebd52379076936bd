import * as vscode from 'vscode';
import type { LineRange } from '../../apply/placeEdit.ts';
import { blockPaths } from '../../apply/planBlock.ts';
import type { ChosenPlace } from '../../apply/planEdits.ts';
import type { BlockFile, ReplyBlock } from '../../apply/replyBlock.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { nameText } from '../base/safeText.ts';
import { cellOf, relativePath } from '../editor/codePlace.ts';
import {
  type AttachedFile,
  attachedFiles,
  attachedPath,
  seenText,
  soleFile,
} from './attachedFiles.ts';
import { asTarget, cellTarget } from './cellTarget.ts';
import { chooseFile } from './chooseTarget.ts';
import type { PlanContext, Planned } from './planContext.ts';
import { pathRefusalWords } from './refusalWords.ts';
import { isSame } from '../review/reviewedFile.ts';
import { openTarget, type TargetFile } from './targetFile.ts';
import { resolvePath } from './workspacePath.ts';

/** A file under the name by which the block is planned for it. */
export interface Target {
  readonly alias: string;
  /** Other names that the block has for it. */
  names?: readonly string[] | undefined;
  readonly file: TargetFile;
  readonly codePath?: string | undefined;
  /** What the model saw of it, if that is not told by its path. */
  readonly attached?: AttachedFile | undefined;
  within?: LineRange | undefined;
  /** What the user has chosen, and the text that it is about. */
  chosen: readonly ChosenPlace[];
  asked?: string | undefined;
}

/** The files that a block names, or else the only one that it can be for. */
export async function targetsOf(
  block: ReplyBlock,
  context: PlanContext,
): Promise<Target[] | Planned> {
  const targets: Target[] = [];
  const names = blockPaths(block);
  const cell = await cellTarget(context.turns, names, context.mayAsk);
  if (cell !== undefined) {
    return 'kind' in cell ? cell : [{ ...cell, chosen: [] }];
  }
  const sole = names.length === 0 ? soleFile(context.turns)?.path : undefined;
  for (const name of sole === undefined ? names.slice(0, 50) : [sole]) {
    const found = await filesNamed(attachedPath(name, context.turns));
    if (found.kind === 'refused') {
      const text = pathRefusalWords(found.reason, nameText(name));
      return { kind: 'refused', text };
    }
    const uris = found.kind === 'files' ? found.uris : [];
    const uri = uris.length > 1 ? await chooseNamed(uris, name, context) : uris[0];
    if (uris.length > 1 && uri === undefined) {
      return context.mayAsk
        ? { kind: 'cancelled' }
        : {
            kind: 'refused',
            text: vscode.l10n.t('Several files are called {0}.', nameText(name)),
          };
    }
    const target = uri && (await targetAt(uri, name));
    if (typeof target === 'string') {
      return { kind: 'refused', text: target, uri };
    }
    if (target !== undefined) {
      addTarget(targets, target);
    }
  }
  return targets;
}

/** Adds a file, or one more name of a file that is there already: what is planned for it is one change. */
export function addTarget(targets: Target[], target: Target): void {
  const known = targets.find(({ file }) => isSame(file.document.uri, target.file.document.uri));
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
  return untitled === undefined ? resolvePath(name) : { kind: 'files', uris: [untitled.uri] };
}

async function chooseNamed(
  uris: readonly vscode.Uri[],
  name: string,
  { mayAsk, turns }: PlanContext,
): Promise<vscode.Uri | undefined> {
  const attached = new Set(attachedFiles(turns).map(({ path }) => path));
  const known = uris.filter((uri) => attached.has(relativePath(uri)));
  if (known.length === 1) {
    return known[0];
  }
  return mayAsk
    ? chooseFile(uris, vscode.l10n.t('Several files are called {0}.', visibleText(name)))
    : undefined;
}

/** The file at an address, or a sentence that says why it cannot be changed. */
export async function targetAt(uri: vscode.Uri, alias: string): Promise<Target | string> {
  const cell = cellOf(uri);
  if (cell !== undefined) {
    return { ...asTarget(cell), alias, chosen: [] };
  }
  const file = await openTarget(uri);
  return typeof file === 'string' ? file : { alias, file, chosen: [] };
}

/** A target as it is now, with what the model saw of it. */
export function blockFile(target: Target, { turns, proposed }: PlanContext): BlockFile {
  const { alias, names, file, codePath, asked } = target;
  const { document } = file;
  const path = relativePath(document.uri);
  const attached = target.attached ?? attachedFiles(turns).find((one) => one.path === path);
  const text = proposed(document.uri) ?? document.getText();
  const known = seenText(attached, text);
  // A choice that was made for another text does not count.
  const isAsked = asked === (known.seen ?? text);
  const { within = known.within, chosen } = isAsked ? target : { chosen: [] };
  return { path: alias, names, codePath, text, seen: known.seen, within, chosen };
}
