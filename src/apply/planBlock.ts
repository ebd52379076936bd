import { noFile, nameInComment } from '../shared/codePath/pathOfCode.ts';
import { isCommented, isNameOf, namedPath, pathsMeant } from '../shared/codePath/namedPath.ts';
import { Refused, unlessRefused } from './plan/refused.ts';
import type { LoadSyntax } from './code/language/syntax.ts';
import { byFile, editsIn, type FileEdits, languageName } from './edits/editsIn.ts';
import { blankEnd, isBlank } from './lines/blankLines.ts';
import { withoutLineNumbers } from './lines/modelText.ts';
import { lineTexts } from './lines/textLines.ts';
import type { BlockFile, BlockPlan, FilePlan, ReplyBlock } from './plan/blockPlan.ts';
import { planOfFile } from './planChange.ts';

/** The names that a block has for files, as it writes them. */
export interface BlockNames {
  readonly names: readonly string[];
  /** Whether they are said of one file: the only one of them that is there. */
  readonly areOfOne: boolean;
}

/** The names of the files that edits are for; else `stated`, which is said of a block, and what its first line says. */
export function blockNames(block: ReplyBlock, stated: readonly string[]): BlockNames {
  const edits = unlessRefused(() => editsIn(block.text, block.language));
  const own = edits === undefined || 'kind' in edits ? [] : edits.flatMap(({ path }) => path ?? []);
  const first = edits === undefined ? nameInFirstLine(block, stated) : undefined;
  const isNew = first !== undefined && !stated.some((path) => isNameOf(first, path));
  const names = own.length > 0 ? own : isNew ? [...stated, first] : stated;
  return { names: [...new Set(names)], areOfOne: own.length === 0 };
}

/**
 * Plans what a block of any form does to files: those that it names, or else the only one. Asks for no file that is not
 * among `files`, and changes nothing.
 */
export async function planBlock(
  block: ReplyBlock,
  files: readonly BlockFile[],
  loadSyntax: LoadSyntax,
): Promise<BlockPlan> {
  const changes = unlessRefused(() => changesOf(block, files));
  if ('kind' in changes) {
    return changes;
  }
  const plans: FilePlan[] = [];
  for (const change of changes) {
    plans.push(await planOfFile(change, files, loadSyntax));
  }
  return { kind: 'files', files: plans };
}

/** The changes that a block asks for, each with the path of its file. Throws `Refused`. */
function changesOf(
  block: ReplyBlock,
  files: readonly BlockFile[],
): readonly FileEdits[] | { readonly kind: 'chooseFile' } {
  checkBlock(block);
  const stated = editsIn(block.text, block.language) ?? [codeOf(block, files)];
  const meant: FileEdits[] = [];
  for (const change of stated) {
    const named = change.path ?? (stated.length === 1 ? block.path : undefined);
    const [file, other] = filesMeant(named, files);
    const path = file?.path ?? named;
    if (path === undefined || other !== undefined) {
      return { kind: 'chooseFile' };
    }
    meant.push({ ...change, path });
  }
  // One file may have several names in a block.
  const changes = byFile(meant);
  if (new Set(changes.map(({ path }) => path)).size < changes.length) {
    throw new Refused('markers');
  }
  return changes;
}

/** The change that a block of code is. */
function codeOf(block: ReplyBlock, files: readonly BlockFile[]): FileEdits {
  const lines = lineTexts(block.text);
  const [line = '', ...rest] = lines;
  const first = nameInFirstLine(block, block.path === undefined ? [] : [block.path]);
  const isName =
    first !== undefined &&
    (filesMeant(first, files).length > 0 ||
      !files.some(({ text }) => lineTexts(text).includes(line)));
  const path = block.path ?? (isName ? first : undefined);
  const [file] = filesMeant(path, files);
  const own = file?.path ?? path;
  checkCode(block, file?.codePath ?? own);
  const known = lineTexts(file?.text ?? '');
  const isOfBlock = own !== undefined && isNameOf(line, own) && !known.includes(line);
  const code = isOfBlock ? rest.slice(Math.min(1, blankEnd(rest, 0))) : lines;
  const replace = withoutLineNumbers(code, known);
  return { path, kind: 'code', edits: [{ search: [], replace }] };
}

/** The file that the first line of code names: in a comment, or if nothing is said of the code, by itself. */
function nameInFirstLine(
  { text, language }: ReplyBlock,
  stated: readonly string[],
): string | undefined {
  const [line = ''] = lineTexts(text.slice(0, 2000));
  const isAlone = stated.length === 0 && !isCommented(line) && /^\s{0,20}\S{1,500}\//.test(line);
  return isAlone ? namedPath(line) : nameInComment(line, languageName(language));
}

/** The files that a path means, or that a block without one can be for. */
function filesMeant(named: string | undefined, files: readonly BlockFile[]): readonly BlockFile[] {
  const paths = named === undefined ? [] : pathsMeant(named, files.flatMap(namesOf));
  return named === undefined
    ? files
    : files.filter((file) => namesOf(file).some((name) => paths.includes(name)));
}

function namesOf({ path, names = [] }: BlockFile): readonly string[] {
  return [path, ...names];
}

/** Refuses a block of any form that is for no file. */
function checkBlock({ text, isComplete }: ReplyBlock): void {
  if (text.trim() === '') {
    throw new Refused('empty');
  }
  if (!isComplete) {
    throw new Refused('incomplete');
  }
}

/** Refuses a block of code that is not for the file at `path`, or for no file if that is not known. */
function checkCode({ text, language }: ReplyBlock, path: string | undefined): void {
  const name = languageName(language);
  const lines = lineTexts(text).filter((line) => !isBlank(line));
  const hasPrompts = lines.every((line) => /^(?:\$|PS [^>]{0,200}>|>>>) \S/.test(line));
  const reason = noFile(name, path) ?? (hasPrompts ? 'shell' : undefined);
  if (reason !== undefined) {
    throw new Refused(reason);
  }
  // A block of Markdown that was ended by a fence within it lacks the rest.
  const fences = lines.filter((line) => /^ {0,3}(?:`{3,}|~{3,})/.test(line));
  if (/^(?:markdown|mdx?)$/.test(name) && fences.length % 2 === 1) {
    throw new Refused('incomplete');
  }
}
