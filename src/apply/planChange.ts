import { isLockFile } from '../shared/isLockFile.ts';
import { leftOutLine } from './code/fit/restateLines.ts';
import { saidIn } from './code/items/item.ts';
import { languageOfPath, textLanguageOfPath } from './code/language/languageOfPath.ts';
import { isMark } from './code/language/marks.ts';
import { planCode } from './code/planCode.ts';
import { problemAfter } from './code/prove.ts';
import { Refused, unlessRefused } from './plan/refused.ts';
import { addsSigns } from './code/language/signs.ts';
import type { CodeSyntax, LoadSyntax } from './code/language/syntax.ts';
import { type BlockEdit, type FileEdits, newLines } from './edits/editsIn.ts';
import { planEdits } from './edits/planEdits.ts';
import { isBlank } from './lines/blankLines.ts';
import { type Splice, spliced } from './lines/splices.ts';
import { lineTexts } from './lines/textLines.ts';
import type { BlockFile, FilePlan, TargetText, TextPlan } from './plan/blockPlan.ts';

/** Plans what a block does to one file. */
export async function planOfFile(
  change: FileEdits,
  files: readonly BlockFile[],
  loadSyntax: LoadSyntax,
): Promise<FilePlan> {
  const { path = '' } = change;
  const file = files.find((one) => one.path === path);
  const codePath = file?.codePath ?? path;
  const language = languageOfPath(codePath);
  const parse = language && (await loadSyntax(language));
  const syntax = language && parse && { language, parse };
  const plan = unlessRefused(() => {
    const textLanguage = textLanguageOfPath(codePath);
    if (file === undefined) {
      const made = isNew(change)
        ? planChange(change, { text: '', language: textLanguage }, undefined)
        : ({ kind: 'missing' } as const);
      return made.kind === 'apply'
        ? ({ kind: 'create', text: spliced('', made.splices) } as const)
        : made;
    }
    checkFile(file, change);
    if (change.kind === 'remove') {
      checkRemoval(change, file);
      return { kind: change.kind };
    }
    const plan = planChange(change, { ...file, language: textLanguage }, syntax);
    return plan.kind === 'apply' ? { ...plan, isGenerated: isGenerated(file) } : plan;
  });
  return { ...plan, path };
}

/** Plans what code or edits change in a text. Throws `Refused`. */
export function planChange(
  change: FileEdits,
  target: TargetText,
  syntax: CodeSyntax | undefined,
): TextPlan {
  checkSize(target);
  const { text, seen = text } = target;
  const { kind, edits } = change;
  const isWhole = edits.length > 0 && isNew(change);
  const isEmpty = text.trim() === '' && seen.trim() === '';
  if (kind === 'code' || (isEmpty && isWhole)) {
    const within = target.chosen?.at(-1) ?? target.within;
    return planCode(newLines(edits), { ...target, within }, syntax);
  }
  if (!isWhole) {
    const plan = planEdits(edits, target);
    if (plan.kind === 'apply') {
      prove(plan.splices, edits, target, syntax);
    }
    return plan;
  }
  if (newLines(edits).join('\n') === lineTexts(text).join('\n')) {
    return { kind: 'alreadyThere' };
  }
  throw new Refused('exists');
}

/** Refuses to remove a file that is not as the block quotes it, or else as the model saw it. */
function checkRemoval({ edits }: FileEdits, { text, seen = text }: TargetText): void {
  const quoted = edits.flatMap(({ search }) => search);
  if (quoted.length > 0 && saidIn(quoted) !== saidIn(lineTexts(text))) {
    throw new Refused('notFound');
  }
  if (quoted.length === 0 && seen !== text) {
    throw new Refused('changed');
  }
}

/** Whether a change can be for a new file: it replaces nothing. */
function isNew({ kind, edits }: FileEdits): boolean {
  return kind !== 'remove' && edits.every(({ search }) => search.every(isBlank));
}

/** Refuses edits after which the file would not hold. */
function prove(
  splices: readonly Splice[],
  edits: readonly BlockEdit[],
  { text, language }: TargetText,
  syntax: CodeSyntax | undefined,
): void {
  const after = spliced(text, splices);
  const lines = lineTexts(text);
  if (addsSigns(lineTexts(after), lines, language)) {
    throw new Refused('signs');
  }
  for (const { search, replace } of edits) {
    // What stands for the same before and afterwards is left out of neither.
    const own = replace.filter((line) => !isMark(line, language) || !search.includes(line));
    if (leftOutLine(own, search, lines, language) !== undefined) {
      throw new Refused('elision');
    }
  }
  const problem = problemAfter(text, after, syntax, language);
  if (problem !== undefined) {
    throw new Refused(problem.reason, problem.name);
  }
}

/** Refuses a file of which nothing is changed, or not in this way. */
function checkFile(
  { path: ownPath, codePath: path = ownPath, text }: BlockFile,
  { kind, edits }: FileEdits,
): void {
  if (/\.ipynb$/i.test(path)) {
    throw new Refused('notebook');
  }
  // What a decoder writes for bytes that it cannot read, and what no text has.
  if (text.includes('\ufffd') || text.includes('\0')) {
    throw new Refused('encoding');
  }
  if (/\.min\.\w{1,10}$/i.test(path) || isMinified(text)) {
    throw new Refused('minified');
  }
  // Rows of a table are alike, and nothing but their text tells which of them is meant.
  const isRows = kind === 'code' && /\.(?:csv|tsv)$/i.test(ownPath);
  if (isRows && newLines(edits).join('\n').trimEnd() !== lineTexts(text).join('\n').trimEnd()) {
    throw new Refused('data');
  }
}

/** Whether lines are too long, in the mean, to be written by hand. In a short text, one long line is nothing special. */
function isMinified(text: string): boolean {
  return text.length >= 5000 && text.length / text.split('\n').length > 500;
}

/** Whether a file is made by a program, which would overwrite a change. */
function isGenerated({ path, text }: BlockFile): boolean {
  const head = text.slice(0, 1000).split('\n', 8).join('\n');
  return (
    isLockFile(path) ||
    /@generated\b|\bgenerated\b[^\n]{0,200}\bdo not (?:edit|modify)|\bdo not (?:edit|modify)\b[^\n]{0,200}\bgenerated\b|\bauto-?generated\b|\bautomatically generated\b/i.test(
      head,
    )
  );
}

/** A larger file is not applied to. In characters and lines. */
export const largest = { length: 5_000_000, lines: 50_000, line: 100_000 };

/** Refuses a file that is too large to be compared. */
function checkSize({ text, seen = text }: TargetText): void {
  const lines = lineTexts(seen);
  const isLarge =
    Math.max(text.length, seen.length) > largest.length ||
    lines.length > largest.lines ||
    lines.some((line) => line.length > largest.line);
  if (isLarge) {
    throw new Refused('large');
  }
}
