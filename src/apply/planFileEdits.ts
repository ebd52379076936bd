import { type BlockEdit, type FileEdits, newLines } from './blockEdits.ts';
import type { FilePlan, TextPlan } from './blockPlan.ts';
import { leftOutLine } from './code/fit/restateLines.ts';
import { saidIn } from './code/items/item.ts';
import { textLanguageOfPath } from './code/languageOfPath.ts';
import { isMark } from './code/marks.ts';
import { planCode } from './code/planCode.ts';
import { problemAfter } from './code/prove.ts';
import { Refused } from './code/refused.ts';
import { addsSigns } from './code/signs.ts';
import type { CodeSyntax } from './code/syntax.ts';
import { isBlank } from './lines/blankLines.ts';
import { type Splice, spliced } from './lines/splices.ts';
import { lineTexts } from './lines/textLines.ts';
import { planEdits } from './planEdits.ts';
import type { TargetText } from './replyBlock.ts';

/** Plans what code or edits change in a text. Throws `Refused`. */
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
export function checkRemoval({ edits }: FileEdits, { text, seen = text }: TargetText): void {
  const quoted = edits.flatMap(({ search }) => search);
  if (quoted.length > 0 && saidIn(quoted) !== saidIn(lineTexts(text))) {
    throw new Refused('notFound');
  }
  if (quoted.length === 0 && seen !== text) {
    throw new Refused('changed');
  }
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
