import { byFile, type FileEdits } from './blockEdits.ts';
import { blockForm, languageName } from './blockForm.ts';
import { blockGate, codeGate } from './blockGates.ts';
import type { BlockPlan, FilePlan } from './blockPlan.ts';
import { languageOfPath, textLanguageOfPath } from './code/languageOfPath.ts';
import type { LoadSyntax } from './code/syntax.ts';
import { fileGate, madeBy } from './fileGates.ts';
import { blankEnd } from './lines/blankLines.ts';
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
  const gate = blockGate(block);
  if (gate !== undefined) {
    return { kind: 'refuse', reason: gate };
  }
  const form = blockForm(block.text, block.language);
  switch (form.kind) {
    case 'unclear':
      return { kind: 'refuse', reason: form.reason };
    case 'edits':
      return planFiles(form.files, block, files, loadSyntax);
    case 'code':
      return planOfCode(block, files, loadSyntax);
  }
}

async function planOfCode(
  block: ReplyBlock,
  files: readonly BlockFile[],
  loadSyntax: LoadSyntax,
): Promise<BlockPlan> {
  const lines = lineTexts(block.text);
  const [line = '', ...rest] = lines;
  const first = nameInFirstLine(block);
  const isName =
    first !== undefined &&
    (filesMeant(first, files).length > 0 || !files.some(({ text }) => hasLine(text, line)));
  const path = block.path ?? (isName ? first : undefined);
  const meant = filesMeant(path, files);
  const own = meant[0]?.path ?? path;
  const gate = codeGate(block, meant[0]?.codePath ?? own);
  if (gate !== undefined) {
    return { kind: 'refuse', reason: gate };
  }
  // The code names another file than what is said of it.
  if (isName && !isNameOf(first, own ?? first)) {
    return { kind: 'chooseFile', paths: meant.map((file) => file.path) };
  }
  const isOnlyName =
    own !== undefined && isNameOf(line, own) && !hasLine(meant[0]?.text ?? '', line);
  const replace = isOnlyName ? rest.slice(Math.min(1, blankEnd(rest, 0))) : lines;
  const code = { path, kind: 'code', edits: [{ search: [], replace }] } as const;
  return planFiles([code], block, files, loadSyntax);
}

/** The file that the first line of code names: in a comment, or if nothing is said of the code, by itself. */
function nameInFirstLine({ text, language, path }: ReplyBlock): string | undefined {
  const [line = ''] = lineTexts(text.slice(0, 2000));
  const isAlone = path === undefined && !isCommented(line) && /^\s{0,20}\S{1,500}\//.test(line);
  return isAlone ? namedPath(line) : nameInComment(line, languageName(language));
}

/** Whether a text has a line, so that it need not be a name. */
function hasLine(text: string, line: string): boolean {
  return lineTexts(text).includes(line);
}

async function planFiles(
  changes: readonly FileEdits[],
  block: ReplyBlock,
  files: readonly BlockFile[],
  loadSyntax: LoadSyntax,
): Promise<BlockPlan> {
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
  const plans: FilePlan[] = [];
  // One file may have several names in a block.
  for (const change of byFile(meant)) {
    plans.push(await planOfFile(change, files, loadSyntax));
  }
  const isTwice = new Set(plans.map(({ path }) => path)).size < plans.length;
  return isTwice ? { kind: 'refuse', reason: 'markers' } : { kind: 'files', files: plans };
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
  return plan.kind === 'apply' ? { ...plan, path, confirm: madeBy(file) } : { ...plan, path };
}
