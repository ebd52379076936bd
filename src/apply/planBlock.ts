import { byFile, type FileEdits } from './blockEdits.ts';
import { blockForm, languageName } from './blockForm.ts';
import { blockGate, codeGate } from './blockGates.ts';
import type { BlockPlan, FilePlan } from './blockPlan.ts';
import { languageOfPath, textLanguageOfPath } from './code/languageOfPath.ts';
import { planCode } from './code/planCode.ts';
import type { LoadSyntax } from './code/syntax.ts';
import { breaksJson, fileGate, madeBy } from './fileGates.ts';
import { spliced } from './fitEdit.ts';
import { isCommented, isNameOf, namedPath, pathsMeant } from '../shared/codePath/namedPath.ts';
import { nameInComment } from '../shared/codePath/pathOfCode.ts';
import { planFileEdits, planNewFile, planWithoutFile } from './planFileEdits.ts';
import type { BlockFile, ReplyBlock } from './replyBlock.ts';
import { lineTexts } from './lines/textLines.ts';

/** The paths that a block names, as it writes them. Those files are to be among the ones it is planned for. */
export function blockPaths(block: ReplyBlock): readonly string[] {
  const form = blockForm(block.text, block.language);
  const inside =
    form.kind === 'edits'
      ? form.files.flatMap(({ path }) => path ?? [])
      : [nameInFirstLine(block)].flatMap((path) => path ?? []);
  return [...new Set([...(block.path === undefined ? [] : [block.path]), ...inside])];
}

/**
 * Plans what a block of any form does to files: those that it names, or else the only one. Asks for no file that is not
 * among `files`, and changes nothing.
 */
export async function planBlock(
  given: ReplyBlock,
  files: readonly BlockFile[],
  loadSyntax: LoadSyntax,
): Promise<BlockPlan> {
  // A byte order mark is none of the code.
  const block = { ...given, text: given.text.replace(/^\ufeff/, '') };
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

async function planFiles(
  edited: readonly FileEdits[],
  block: ReplyBlock,
  files: readonly BlockFile[],
  loadSyntax: LoadSyntax,
): Promise<BlockPlan> {
  const meant: FileEdits[] = [];
  for (const one of edited) {
    const named = one.path ?? (edited.length === 1 ? block.path : undefined);
    const [file, other] = filesMeant(named, files);
    if (other !== undefined) {
      return { kind: 'chooseFile', paths: filesMeant(named, files).map(({ path }) => path) };
    }
    if (file === undefined && named === undefined) {
      return { kind: 'chooseFile', paths: [] };
    }
    meant.push({ ...one, path: file?.path ?? named });
  }
  const plans: FilePlan[] = [];
  // One file may have several names in a block.
  for (const one of byFile(meant)) {
    const file = files.find(({ path }) => path === one.path);
    plans.push(
      file === undefined
        ? planWithoutFile(one, one.path ?? '')
        : await planFileEdits(one, file, loadSyntax),
    );
  }
  const isTwice = new Set(plans.map(({ path }) => path)).size < plans.length;
  return isTwice ? { kind: 'refuse', reason: 'markers' } : { kind: 'files', files: plans };
}

/** The files that a path means, or that a block without one can be for. */
function filesMeant(named: string | undefined, files: readonly BlockFile[]): readonly BlockFile[] {
  if (named === undefined) {
    return files;
  }
  const paths = pathsMeant(named, files.flatMap(namesOf));
  return files.filter((file) => namesOf(file).some((name) => paths.includes(name)));
}

function namesOf({ path, names = [] }: BlockFile): readonly string[] {
  return [path, ...names];
}

async function planOfCode(
  block: ReplyBlock,
  files: readonly BlockFile[],
  loadSyntax: LoadSyntax,
): Promise<BlockPlan> {
  const first = nameInFirstLine(block);
  const meantByFirst = first === undefined ? [] : filesMeant(first, files);
  const isName = meantByFirst.length > 0 || !isFirstLineOfAny(block, files);
  const named = block.path ?? (isName ? first : undefined);
  const meant = filesMeant(named, files);
  const [file, other] = meant;
  const gate = codeGate(block, file?.codePath ?? file?.path ?? named);
  if (gate !== undefined) {
    return { kind: 'refuse', reason: gate };
  }
  // The code names another file than what is said of it.
  const isOther = first !== undefined && isName && !isNameOf(first, file?.path ?? named ?? first);
  if (other !== undefined || isOther || (file === undefined && named === undefined)) {
    return { kind: 'chooseFile', paths: meant.map(({ path }) => path) };
  }
  if (file === undefined) {
    return {
      kind: 'files',
      files: [planNewFile(withoutName(block.text, '', named ?? ''), named ?? '')],
    };
  }
  return { kind: 'files', files: [await planForFile(block, file, loadSyntax)] };
}

/** The file that the first line of code names: in a comment, or if nothing is said of the code, by itself. */
function nameInFirstLine({ text, language, path }: ReplyBlock): string | undefined {
  const line = firstLine(text);
  const isAlone = path === undefined && !isCommented(line) && /^\s{0,20}\S{1,500}\//.test(line);
  return isAlone ? namedPath(line) : nameInComment(line, languageName(language));
}

/** Whether a file begins with the first line of a block, so that it need not be a name. */
function isFirstLineOfAny({ text }: ReplyBlock, files: readonly BlockFile[]): boolean {
  return files.some((file) => isFirstLineOf(firstLine(text), file.text));
}

function isFirstLineOf(line: string, file: string): boolean {
  return lineTexts(file.slice(0, 2000).replace(/^\ufeff/, ''))
    .slice(0, 5)
    .includes(line);
}

async function planForFile(
  block: ReplyBlock,
  file: BlockFile,
  loadSyntax: LoadSyntax,
): Promise<FilePlan> {
  const { path } = file;
  const gate = fileGate(file) ?? dataGate(block, file);
  if (gate !== undefined) {
    return { kind: 'refuse', path, reason: gate };
  }
  const language = languageOfPath(file.codePath ?? path);
  const parse = language && (await loadSyntax(language));
  const syntax = language && parse && { language, parse };
  const target = { ...file, language: textLanguageOfPath(file.codePath ?? path) };
  const plan = planCode(withoutName(block.text, file.text, path), target, syntax);
  if (plan.kind !== 'apply') {
    return { ...plan, path };
  }
  return breaksJson(file, spliced(file.text, plan.splices))
    ? { kind: 'refuse', path, reason: 'syntax' }
    : { ...plan, path, confirm: madeBy(file) };
}

/** Rows of a table are alike, and nothing but their text tells which of them is meant. */
function dataGate({ text }: ReplyBlock, file: BlockFile): 'data' | undefined {
  const isData = /\.(?:csv|tsv)$/i.test(file.path);
  return isData && text.trimEnd() !== file.text.trimEnd() ? 'data' : undefined;
}

/** The code without a first line that names the file, unless the file has that line too. */
function withoutName(code: string, file: string, path: string): string {
  const first = firstLine(code);
  if (!isNameOf(first, path) || isFirstLineOf(first, file)) {
    return code;
  }
  const rest = code.slice(first.length).replace(/^\r?\n/, '');
  return rest.replace(/^[ \t]*\r?\n/, '');
}

function firstLine(text: string): string {
  return /^[^\r\n]*/.exec(text.slice(0, 2000))?.[0] ?? '';
}
