import { type BlockEdit, type FileEdits, newLines } from './blockEdits.ts';
import type { FilePlan, TextPlan } from './blockPlan.ts';
import { leftOutLine } from './code/fit/restateLines.ts';
import { textLanguageOfPath } from './code/languageOfPath.ts';
import { saidIn } from './code/items/item.ts';
import { isMark } from './code/marks.ts';
import { planCode } from './code/planCode.ts';
import { type Problem, problemAfter } from './code/prove.ts';
import { addsSigns } from './code/signs.ts';
import type { CodeSyntax } from './code/syntax.ts';
import { isBlank } from './lines/blankLines.ts';
import { spliced } from './lines/splices.ts';
import { lineTexts } from './lines/textLines.ts';
import { planEdits } from './planEdits.ts';
import type { TargetText } from './replyBlock.ts';

/** Plans what a change of any kind does to a file that is there. */
export function planFileEdits(
  change: FileEdits,
  target: TargetText,
  syntax: CodeSyntax | undefined,
): TextPlan | { readonly kind: 'remove' } {
  return change.kind === 'remove'
    ? planRemoval(change.edits, target)
    : planChange(change, target, syntax);
}

/** Plans what code or edits change in a text. */
export function planChange(
  change: FileEdits,
  target: TargetText,
  syntax: CodeSyntax | undefined,
): TextPlan {
  const { text, seen = text } = target;
  const { kind, edits } = change;
  const isWhole = edits.length > 0 && isNew(change);
  const isEmpty = text.trim() === '' && seen.trim() === '';
  if (kind === 'code' || (isEmpty && isWhole)) {
    return planCode(newLines(edits), target, syntax);
  }
  if (isWhole) {
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
  if (quoted.length === 0) {
    return seen === text ? { kind: 'remove' } : { kind: 'refuse', reason: 'changed' };
  }
  return saidIn(quoted) === saidIn(lineTexts(text))
    ? { kind: 'remove' }
    : { kind: 'refuse', reason: 'notFound' };
}

/** Plans what a block does if there is no such file. */
export function planWithoutFile(change: FileEdits, path: string): FilePlan {
  if (!isNew(change)) {
    return { kind: 'missing', path };
  }
  const target = { text: '', language: textLanguageOfPath(path) };
  const plan = planCode(newLines(change.edits), target, undefined);
  return plan.kind === 'apply'
    ? { kind: 'create', path, text: spliced('', plan.splices) }
    : { ...plan, path };
}

/** Whether a change can be for a new file: it replaces nothing. */
function isNew({ kind, edits }: FileEdits): boolean {
  return kind !== 'remove' && edits.every(({ search }) => search.every(isBlank));
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
  const isLeftOut = edits.some(({ search, replace }) => {
    // What stands for the same before and afterwards is left out of neither.
    const own = replace.filter((line) => !isMark(line, language) || !search.includes(line));
    return leftOutLine(own, search, lines, language) !== undefined;
  });
  return isLeftOut ? { reason: 'elision' } : problemAfter(text, after, syntax, language);
}
