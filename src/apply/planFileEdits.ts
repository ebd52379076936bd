import type { FileEdits } from './blockEdits.ts';
import type { FilePlan } from './blockPlan.ts';
import { languageOfPath, textLanguageOfPath } from './code/languageOfPath.ts';
import { leftOutLine } from './code/fit/restateLines.ts';
import { isMark } from './code/marks.ts';
import { type Problem, problemAfter } from './code/prove.ts';
import { addsSigns } from './code/signs.ts';
import { type LoadSyntax, parsedOnce } from './code/syntax.ts';
import { breaksJson, fileGate, madeBy } from './fileGates.ts';
import { spliced } from './fitEdit.ts';
import { planEdits } from './planEdits.ts';
import type { BlockFile } from './replyBlock.ts';
import { lineTexts } from './lines/textLines.ts';

/** Plans what a search and replacement, a diff or a patch does to a file that is there. */
export async function planFileEdits(
  { kind, edits }: FileEdits,
  file: BlockFile,
  loadSyntax: LoadSyntax,
): Promise<FilePlan> {
  const { path } = file;
  const gate = fileGate(file);
  if (gate !== undefined) {
    return { kind: 'refuse', path, reason: gate };
  }
  if (kind === 'remove') {
    const quoted = edits.flatMap(({ search }) => search);
    if (quoted.length === 0 && file.seen !== undefined && file.seen !== file.text) {
      return { kind: 'refuse', path, reason: 'changed' };
    }
    return quoted.length === 0 || hasLines(file.text, quoted)
      ? { kind: 'remove', path }
      : { kind: 'refuse', path, reason: 'notFound' };
  }
  if (kind === 'create') {
    return planFilled(newText(edits), file);
  }
  const [first, other] = edits;
  if (
    other === undefined &&
    first !== undefined &&
    isBlank(first.search) &&
    file.text.trim() === ''
  ) {
    return planFilled(newText(edits), file);
  }
  const plan = planEdits(edits, file);
  switch (plan.kind) {
    case 'apply': {
      const after = spliced(file.text, plan.splices);
      const problem = await problemOf(after, edits, file, loadSyntax);
      return problem === undefined
        ? { ...plan, leftOut: [], path, confirm: madeBy(file) }
        : { kind: 'refuse', path, ...problem };
    }
    case 'alreadyThere':
      return { kind: 'alreadyThere', path };
    case 'several': {
      const { search = [], replace = [] } = edits[plan.edit] ?? {};
      const line = search.find((one) => one.trim() !== '' && !replace.includes(one)) ?? search[0];
      const edit = { index: plan.edit, count: edits.length, line: line ?? '' };
      return { kind: 'several', path, places: plan.places, edit };
    }
    case 'refuse':
      return { kind: 'refuse', path, reason: plan.reason };
  }
}

/** Plans what they do if there is no such file. */
export function planWithoutFile({ kind, edits }: FileEdits, path: string): FilePlan {
  // A search without lines can only be for a file that is new.
  const isNew =
    kind === 'create' || (kind === 'change' && edits.every(({ search }) => isBlank(search)));
  return isNew ? planNewFile(newText(edits), path) : { kind: 'missing', path };
}

function isBlank(lines: readonly string[]): boolean {
  return lines.every((line) => line.trim() === '');
}

/** Plans a file with a text. Nothing can say what the text leaves out. */
export function planNewFile(text: string, path: string): FilePlan {
  const language = textLanguageOfPath(path);
  const isOpen = lineTexts(text).some((line) => language !== 'markdown' && isMark(line, language));
  return isOpen ? { kind: 'refuse', path, reason: 'elision' } : { kind: 'create', path, text };
}

/** Plans a new file where there is one that may be empty. */
function planFilled(text: string, { path, text: now, seen = now }: BlockFile): FilePlan {
  if (now.trim() !== '' || seen.trim() !== '') {
    return text === now
      ? { kind: 'alreadyThere', path }
      : { kind: 'refuse', path, reason: 'exists' };
  }
  const plan = planNewFile(text, path);
  const start = now.startsWith('\ufeff') ? 1 : 0;
  return plan.kind === 'create'
    ? {
        kind: 'apply',
        path,
        splices: [{ start, end: now.length, text }],
        leftOut: [],
        trust: 'sure',
      }
    : plan;
}

/** What is wrong with the text of a file after edits; undefined if nothing is. */
async function problemOf(
  after: string,
  edits: FileEdits['edits'],
  file: BlockFile,
  loadSyntax: LoadSyntax,
): Promise<Problem | undefined> {
  const { path, codePath = path, text } = file;
  const textLanguage = textLanguageOfPath(codePath);
  const lines = lineTexts(text);
  if (breaksJson(file, after)) {
    return { reason: 'syntax' };
  }
  if (addsSigns(lineTexts(after), lines, textLanguage)) {
    return { reason: 'signs' };
  }
  const isLeftOut = edits.some(
    ({ search, replace }) => leftOutLine(replace, search, lines, textLanguage) !== undefined,
  );
  if (isLeftOut) {
    return { reason: 'elision' };
  }
  const language = languageOfPath(codePath);
  const parse = language && (await loadSyntax(language));
  const syntax = language && parse && parsedOnce({ language, parse });
  return problemAfter(text, after, syntax, textLanguage);
}

/** Whether a text has just these lines, blanks at their ends and blank lines aside. */
function hasLines(text: string, lines: readonly string[]): boolean {
  return filledLines(lineTexts(text.replace(/^\ufeff/, ''))) === filledLines(lines);
}

function filledLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

function newText(edits: FileEdits['edits']): string {
  return edits.flatMap(({ replace }) => replace.map((line) => `${line}\n`)).join('');
}
