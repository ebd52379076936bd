import { type BlockEdit, type FileEdits, newLines } from './blockEdits.ts';
import type { FilePlan, TextPlan } from './blockPlan.ts';
import { leftOutLine } from './code/fit/restateLines.ts';
import { textLanguageOfPath } from './code/languageOfPath.ts';
import { isMark } from './code/marks.ts';
import { planCode } from './code/planCode.ts';
import { type Problem, problemAfter } from './code/prove.ts';
import { addsSigns } from './code/signs.ts';
import type { CodeSyntax } from './code/syntax.ts';
import { isBlank } from './lines/blankLines.ts';
import { spliced } from './lines/splices.ts';
import { lineTexts } from './lines/textLines.ts';
import { planEdits, type TargetText } from './planEdits.ts';

/** Plans what a block does to a file that is there. */
export function planFileEdits(
  { kind, edits }: FileEdits,
  target: TargetText,
  syntax: CodeSyntax | undefined,
): TextPlan | { readonly kind: 'remove' } {
  const { text, seen = text } = target;
  if (kind === 'remove') {
    return planRemoval(edits, target);
  }
  const isEmpty = text.trim() === '' && seen.trim() === '';
  if (kind === 'code' || (isEmpty && isNew({ kind, edits }))) {
    return planCode(newLines(edits), target, syntax);
  }
  if (kind === 'create') {
    return newLines(edits).join('\n') === lineTexts(text).join('\n')
      ? { kind: 'alreadyThere' }
      : { kind: 'refuse', reason: 'exists' };
  }
  const plan = planEdits(edits, target);
  const problem = plan.kind === 'apply' ? problemOf(plan, edits, target, syntax) : undefined;
  return problem === undefined ? plan : { kind: 'refuse', ...problem };
}

/** A block that removes a file need not quote it. */
function planRemoval(
  edits: readonly BlockEdit[],
  { text, seen = text }: TargetText,
): TextPlan | { readonly kind: 'remove' } {
  const quoted = edits.flatMap(({ search }) => search);
  if (quoted.length > 0 && filledLines(quoted) !== filledLines(lineTexts(text))) {
    return { kind: 'refuse', reason: 'notFound' };
  }
  return quoted.length === 0 && seen !== text
    ? { kind: 'refuse', reason: 'changed' }
    : { kind: 'remove' };
}

/** Lines as one text, blanks at their ends and blank lines aside. */
function filledLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

/** Plans what a block does if there is no such file. */
export function planWithoutFile(change: FileEdits, path: string): FilePlan {
  if (!isNew(change)) {
    return { kind: 'missing', path };
  }
  const [lines, language] = [newLines(change.edits), textLanguageOfPath(path)];
  // Nothing can say what the text leaves out.
  return lines.some((line) => language !== 'markdown' && isMark(line, language))
    ? { kind: 'refuse', path, reason: 'elision' }
    : { kind: 'create', path, text: lines.map((line) => `${line}\n`).join('') };
}

/** Whether a change has all of a file. A search without lines can only be for one that is new. */
function isNew({ kind, edits }: FileEdits): boolean {
  return kind === 'change' ? edits.every(({ search }) => search.every(isBlank)) : kind !== 'remove';
}

/** What is wrong with the text of a file after edits; undefined if nothing is. */
function problemOf(
  { splices }: Extract<TextPlan, { kind: 'apply' }>,
  edits: readonly BlockEdit[],
  { text, language }: TargetText,
  syntax: CodeSyntax | undefined,
): Problem | undefined {
  const after = spliced(text, splices);
  const lines = lineTexts(text);
  if (addsSigns(lineTexts(after), lines, language)) {
    return { reason: 'signs' };
  }
  const isLeftOut = edits.some(
    ({ search, replace }) => leftOutLine(replace, search, lines, language) !== undefined,
  );
  return isLeftOut ? { reason: 'elision' } : problemAfter(text, after, syntax, language);
}
