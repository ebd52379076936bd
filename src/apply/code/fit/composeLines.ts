import { indentOf } from '../../indentation.ts';
import { isBlank } from '../../lines/blankLines.ts';
import { Refused } from '../refused.ts';
import { isSignificant } from '../significance.ts';
import type { Step } from './alignment.ts';
import type { LinePair } from './linePair.ts';
import { type Piece, plain } from './piece.ts';

/** How lines are composed of two aligned texts. */
export interface ComposingLines {
  /** Comments that stand for code. */
  readonly remarks: ReadonlySet<number>;
  /** What becomes of lines that are gone where nothing new stands: they were stated away, or are kept. */
  readonly gone: 'dropped' | 'kept';
}

/** Lines that are gone and new in one place, and what is beside them. */
interface Run {
  readonly gone: number[];
  readonly put: number[];
  readonly before: Step | undefined;
  after: Step | undefined;
}

/** The steps with those between two that stay, or beside a mark, taken together. */
function runsOf(steps: readonly Step[]): readonly (Step | Run)[] {
  const found: (Step | Run)[] = [];
  let run: Run | undefined;
  let before: Step | undefined;
  for (const step of steps) {
    if (step.kind === 'gone' || step.kind === 'put') {
      if (run === undefined) {
        run = { gone: [], put: [], before, after: undefined };
        found.push(run);
      }
      if (step.kind === 'gone') {
        run.gone.push(step.old);
      } else {
        run.put.push(step.own);
      }
      continue;
    }
    if (run !== undefined) {
      run.after = step;
      run = undefined;
    }
    found.push(step);
    before = step;
  }
  return found;
}

/** The lines that come of two aligned texts. */
export function composed(
  steps: readonly Step[],
  pair: LinePair,
  composing: ComposingLines,
): readonly Piece[] {
  const { own, old, language, name } = pair;
  const runs = runsOf(steps);
  const lastCode = runs.findLastIndex(
    (one) => 'old' in one && isSignificant(old[one.old] ?? '', language),
  );
  const pieces: Piece[] = [];
  let mark = -1;
  for (const [at, one] of runs.entries()) {
    if ('gone' in one) {
      pieces.push(...runPieces(one, pair, composing, at > lastCode));
      continue;
    }
    switch (one.kind) {
      case 'same':
        pieces.push({ lines: [old[one.old] ?? ''] });
        break;
      case 'changed':
        pieces.push({ lines: [own[one.own] ?? ''] });
        break;
      case 'skipped': {
        mark = mark < at ? runs.findIndex((next, from) => from > at && isMarkStep(next)) : mark;
        const next = runs[mark];
        // Where it is some other comment that stands for a line, the user decides.
        const isRemark = next !== undefined && 'own' in next && composing.remarks.has(next.own);
        pieces.push({ lines: [old[one.old] ?? ''], leftOut: isRemark ? name : undefined });
        break;
      }
      default:
    }
  }
  return pieces;
}

function isMarkStep(one: Step | Run): boolean {
  return !('gone' in one) && one.kind === 'mark';
}

function runPieces(
  run: Run,
  { own, old, name, language, isKnown, isPart = false }: LinePair,
  { gone }: ComposingLines,
  isAtEnd: boolean,
): readonly Piece[] {
  const put = run.put.map((at) => own[at] ?? '');
  const lost = run.gone.map((at) => old[at] ?? '');
  const hasCode = put.some((line) => isSignificant(line, language));
  // Lines that are in the file elsewhere are more likely to be those.
  const code = put.filter((line) => isSignificant(line, language));
  const isQuoted =
    code.every(isKnown) && (gone === 'kept' || (isPart && code.length > 1 && run.gone.length > 0));
  if (hasCode && (isQuoted || !isAnchored(run))) {
    throw new Refused('elision', name);
  }
  const losesCode = lost.some((line) => isSignificant(line, language));
  if (hasCode || gone === 'dropped' || (!losesCode && isFilled(put))) {
    return plain(put);
  }
  if (!isFilled(lost)) {
    return plain(lost.length > 0 ? lost : put);
  }
  // What ends something that is around it is no part of what is left out.
  const indent = indentOf(lost.find((line) => !isBlank(line)) ?? '').length;
  const isWithin = (line: string): boolean => !isBlank(line) && indentOf(line).length >= indent;
  const end = isAtEnd ? lost.findLastIndex(isWithin) + 1 : lost.length;
  return [{ lines: lost.slice(0, end), leftOut: name }, ...plain(lost.slice(end))];
}

/** Whether something new stands next to a line of the file, beside a mark, or at an edge, so that its place is known. */
function isAnchored({ before, after }: Run): boolean {
  return before === undefined || after === undefined || isLine(before) || isLine(after);
}

function isFilled(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() !== '');
}

function isLine(step: Step | undefined): boolean {
  return step !== undefined && (step.kind === 'same' || step.kind === 'changed');
}
