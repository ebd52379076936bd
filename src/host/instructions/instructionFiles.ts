import * as vscode from 'vscode';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { isString } from '../../shared/guards.ts';
import { filesIn } from '../base/files/findFiles.ts';
import { userValue } from '../base/settings.ts';
import { absoluteUri, isTrustedFile, readText } from '../base/files/fileAccess.ts';
import type { PickedItem } from '../context/contextSource.ts';
import { isLarge, wholeText } from '../context/largeItems.ts';
import { relativePath } from '../editor/codePlace.ts';
import { findFrontMatter } from '../../promptFiles/frontMatter.ts';

/** A file with instructions for models. */
export interface InstructionFile {
  readonly uri: vscode.Uri;
  /** Its path in the workspace or, for a file of the user, as the setting has it. */
  readonly name: string;
  /** Whether the user has named it in the settings. */
  readonly isOwn: boolean;
  /** Which files it is for, as patterns; missing if it is for all of them. Empty if it says none. */
  readonly appliesTo?: string | undefined;
}

/** Where the tools of this field look for instructions, at the root of a folder. */
const names = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'];

/** Where VS Code looks for instructions that are for some files ("Use custom instructions in VS Code"). */
const scopedFolder = '.github/instructions';
const scopedEnd = '.instructions.md';

/** The pattern of all files with instructions, below a workspace folder. */
export const instructionsPattern = `{${[...names, `${scopedFolder}/**/*${scopedEnd}`].join()}}`;

/** No more of those that are for some files are looked for. */
const maxScoped = 50;

/** A longer file is not attached to chats by itself. */
const maxBytes = 128 * 1024;

/** At most this many files of the setting are used. */
const maxOwn = 20;

/** A longer path is not used. In characters. */
const maxPath = 1000;

/**
 * The instructions that are there: the user's own, then those of the workspace, if it is trusted and no link leads to
 * them. One that only points to another one, or says the same, is left out.
 */
export async function findInstructions(): Promise<readonly InstructionFile[]> {
  const own = await usable(ownFiles());
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = await Promise.all(folders.map(async ({ uri }) => instructionsIn(uri)));
  return [...own, ...found.flat()];
}

async function instructionsIn(folder: vscode.Uri): Promise<readonly InstructionFile[]> {
  const atRoot = names.map((name) => vscode.Uri.joinPath(folder, name));
  const scopedRoot = vscode.Uri.joinPath(folder, scopedFolder);
  const scoped = (await isTrustedFile(scopedRoot))
    ? await filesIn(scopedRoot, isScoped, maxScoped)
    : [];
  const uris = [...atRoot, ...scoped];
  const files = await usable(uris.map((uri) => ({ uri, name: relativePath(uri), isOwn: false })));
  const texts = await Promise.all(files.map(async ({ uri }) => textOf(uri)));
  const leftOut = new Set<InstructionFile>();
  for (const [index, file] of files.entries()) {
    const text = texts[index] ?? '';
    const isRepeated = text !== '' && texts.indexOf(text) < index;
    const isPointer = files.some(
      (other) => other !== file && !leftOut.has(other) && pointsTo(text, nameOf(other.uri)),
    );
    if (isRepeated || isPointer) {
      leftOut.add(file);
    }
  }
  return files.flatMap((file, index) =>
    leftOut.has(file)
      ? []
      : [scoped.includes(file.uri) ? { ...file, ...scopeIn(texts[index]) } : file],
  );
}

async function usable(files: readonly InstructionFile[]): Promise<readonly InstructionFile[]> {
  const there = await Promise.all(files.map(async ({ uri }) => isUsable(uri)));
  return files.filter((_, index) => there[index]);
}

/** Empty if it cannot be read, or is too large. */
async function textOf(uri: vscode.Uri): Promise<string> {
  try {
    return (await readText(uri, maxBytes))?.trim() ?? '';
  } catch {
    return '';
  }
}

function scopeIn(text = ''): Pick<InstructionFile, 'appliesTo'> {
  const appliesTo = applyTo(text);
  return appliesTo === undefined ? {} : { appliesTo };
}

/** The files that the user has set. A workspace has no say in it. */
function ownFiles(): readonly InstructionFile[] {
  const value = userValue('instructionFiles');
  return (Array.isArray(value) ? value : [])
    .filter(isString)
    .map((path) => path.trim())
    .filter((path) => path.length <= maxPath)
    .slice(0, maxOwn)
    .flatMap((name) => {
      const uri = absoluteUri(name);
      return uri === undefined ? [] : [{ uri, name, isOwn: true }];
    });
}

async function isUsable(uri: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.File) !== 0 && (await isTrustedFile(uri));
  } catch {
    return false;
  }
}

/** Reads instructions, which are read again when they are sent. A sentence, if that cannot be. */
export async function readInstructions(file: InstructionFile): Promise<PickedItem | string> {
  const item = await itemOf(file);
  return isString(item) ? item : { item, renew: async () => asItem(await itemOf(file)) };
}

async function itemOf({ uri, name }: InstructionFile): Promise<ContextItem | string> {
  try {
    // It may have been replaced by a link since it was found.
    const text = (await isTrustedFile(uri)) ? await readText(uri, maxBytes) : '';
    if (text === undefined) {
      return tooLarge(name);
    }
    const item = wholeText({
      kind: 'instructions',
      path: name,
      languageId: 'markdown',
      text,
      uri: `parley-instructions:${uri.toString()}`,
    });
    if (text.trim() === '') {
      return vscode.l10n.t('{0} has no text.', name);
    }
    return isLarge(item) ? tooLarge(name) : item;
  } catch {
    return vscode.l10n.t('{0} cannot be read.', name);
  }
}

function asItem(item: ContextItem | string): ContextItem | undefined {
  return isString(item) ? undefined : item;
}

function tooLarge(name: string): string {
  return vscode.l10n.t('{0} is too large.', name);
}

function isScoped(name: string): boolean {
  return name.endsWith(scopedEnd);
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A text that names another file has no more words in a sentence. */
const maxWords = 20;

/** A text that only points to another file is shorter, in characters. */
const maxLength = 1000;

/**
 * Whether a text of instructions only points to the file `name`: what a link of Git is where there are no links, an
 * import such as `@AGENTS.md`, or a few sentences that all name the file. Headings and comments say nothing themselves.
 */
export function pointsTo(text: string, name: string): boolean {
  if (text.length > maxLength) {
    return false;
  }
  const sentences = withoutComments(text)
    .replaceAll(/^#{1,6}\s.*$/gm, '')
    .split(/\n|[.!?。](?=\s|$)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return (
    sentences.length > 0 &&
    sentences.every(
      (sentence) => sentence.includes(name) && sentence.split(/\s+/).length <= maxWords,
    )
  );
}

function withoutComments(text: string): string {
  const [first = '', ...comments] = text.split('<!--');
  return [first, ...comments.map((one) => one.split('-->').slice(1).join('-->'))].join('');
}

/** In characters. */
const maxPatterns = 200;

/**
 * For which files instructions are, as the field `applyTo` of their front matter has it; undefined if they are for all,
 * empty if they do not say it, so that VS Code has them attached by hand.
 */
function applyTo(text: string): string | undefined {
  const { yaml = '' } = findFrontMatter(text);
  const written = /^applyTo:[ \t]*(\S.*)$/m.exec(yaml)?.[1] ?? '';
  const patterns = written.trim().replace(/^(["'])(.*)\1$/, '$2');
  const isForAll = patterns.split(',').some((one) => ['*', '**', '**/*'].includes(one.trim()));
  return isForAll ? undefined : patterns.slice(0, maxPatterns);
}
