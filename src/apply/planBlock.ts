import { byFile, type FileEdits } from './blockEdits.ts';
import { blockForm, languageName } from './blockForm.ts';
import { blockGate, codeGate } from './blockGates.ts';
import type { BlockPlan, FilePlan } from './blockPlan.ts';
import { languageOfPath, textLanguageOfPath } from './code/languageOfPath.ts';
import type { LoadSyntax } from './code/syntax.ts';
import { fileGate, isGenerated } from './fileGates.ts';
import { blankEnd } from './lines/blankLines.ts';
import { withoutLineNumbers } from './lines/lineNumbers.ts';
import { lineTexts } from './lines/textLines.ts';
import { planFileEdits, planWithoutFile } from './planFileEdits.ts';
import type { BlockFile, ReplyBlock } from './replyBlock.ts';
import { isCommented, isNameOf, namedPath, pathsMeant } from '../shared/codePath/namedPath.ts';
import { nameInComment } from '../shared/codePath/pathOfCode.ts';

/** The paths that a block names, as it writes them. Those files are to be among the ones it is planned for. */
export function blockPaths(block: ReplyBlock): readonly string[] {
  const form = blockForm(block.text, block.language);
  const inside =
    form.kind === 'edits' ? form.files.map(({ path }) => path) : [nameInFirstLine(block)];
  return [...new Set([block.path, ...inside].filter((path) => path !== undefined))];
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
  const form = blockForm(block.text, block.language);
  const reason = blockGate(block) ?? (form.kind === 'unclear' ? form.reason : undefined);
  if (reason !== undefined) {
    return { kind: 'refuse', reason };
  }
  const stated = form.kind === 'edits' ? form.files : codeOf(block, files);
  const changes = 'kind' in stated ? stated : withFiles(stated, block, files);
  if ('kind' in changes) {
    return changes;
  }
  const plans: FilePlan[] = [];
  for (const change of changes) {
    plans.push(await planOfFile(change, files, loadSyntax));
  }
  const isTwice = new Set(plans.map(({ path }) => path)).size < plans.length;
  return isTwice ? { kind: 'refuse', reason: 'markers' } : { kind: 'files', files: plans };
}

/** The change that a block of code is; or why it is none. */
function codeOf(
  block: ReplyBlock,
  files: readonly BlockFile[],
): readonly FileEdits[] | Exclude<BlockPlan, { kind: 'files' }> {
  const lines = lineTexts(block.text);
  const [line = '', ...rest] = lines;
  const first = nameInFirstLine(block);
  const isName =
    first !== undefined &&
    (filesMeant(first, files).length > 0 ||
      !files.some(({ text }) => lineTexts(text).includes(line)));
  const path = block.path ?? (isName ? first : undefined);
  const meant = filesMeant(path, files);
  const known = lineTexts(meant[0]?.text ?? '');
  const own = meant[0]?.path ?? path;
  const reason = codeGate(block, meant[0]?.codePath ?? own);
  if (reason !== undefined) {
    return { kind: 'refuse', reason };
  }
  // The code names another file than what is said of it.
  if (isName && !isNameOf(first, own ?? first)) {
    return { kind: 'chooseFile', paths: meant.map((file) => file.path) };
  }
  const isNoCode =
    own !== undefined && (isNameOf(line, own) || (meant.length > 0 && saysWhere(line, own)));
  const isOfBlock = isNoCode && !known.includes(line);
  const code = isOfBlock ? rest.slice(Math.min(1, blankEnd(rest, 0))) : lines;
  const replace = withoutLineNumbers(code, known);
  return [{ path, kind: 'code', edits: [{ search: [], replace }] }];
}

/** Whether a comment has the path of a file among other words, and so says where in it the code goes. */
function saysWhere(line: string, path: string): boolean {
  const words = line.split(/[\s,:;()`]+/);
  return (
    isCommented(line) &&
    textLanguageOfPath(path) !== 'markdown' &&
    words.some((word) => word.includes('/') && isNameOf(word, path))
  );
}

/** The file that the first line of code names: in a comment, or if nothing is said of the code, by itself. */
function nameInFirstLine({ text, language, path }: ReplyBlock): string | undefined {
  const [line = ''] = lineTexts(text.slice(0, 2000));
  const isAlone = path === undefined && !isCommented(line) && /^\s{0,20}\S{1,500}\//.test(line);
  return isAlone ? namedPath(line) : nameInComment(line, languageName(language));
}

/** Changes with the paths of their files, as these are called among `files`, or as the block calls them. */
function withFiles(
  changes: readonly FileEdits[],
  block: ReplyBlock,
  files: readonly BlockFile[],
): readonly FileEdits[] | Extract<BlockPlan, { kind: 'chooseFile' }> {
  const meant: FileEdits[] = [];
  for (const change of changes) {
    const named = change.path ?? (changes.length === 1 ? block.path : undefined);
    const [file, ...others] = filesMeant(named, files);
    const path = file?.path ?? named;
    if (path === undefined || others.length > 0) {
      return { kind: 'chooseFile', paths: [file, ...others].flatMap((one) => one?.path ?? []) };
    }
    meant.push({ ...change, path });
  }
  // One file may have several names in a block.
  return byFile(meant);
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

async function planOfFile(
  change: FileEdits,
  files: readonly BlockFile[],
  loadSyntax: LoadSyntax,
): Promise<FilePlan> {
  const { path = '' } = change;
  const file = files.find((one) => one.path === path);
  if (file === undefined) {
    return planWithoutFile(change, path);
  }
  const gate = fileGate(file, change);
  if (gate !== undefined) {
    return { kind: 'refuse', path, reason: gate };
  }
  const { codePath = path } = file;
  const language = languageOfPath(codePath);
  const parse = language && (await loadSyntax(language));
  const syntax = language && parse && { language, parse };
  const target = { ...file, language: textLanguageOfPath(codePath) };
  const plan = planFileEdits(change, target, syntax);
  return plan.kind === 'apply'
    ? { ...plan, path, isGenerated: isGenerated(file) }
    : { ...plan, path };
}
