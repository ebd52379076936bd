import { isBlank } from '../../lines/blankLines.ts';
import { isMark } from '../language/marks.ts';
import { isComment, isSignificant } from '../language/significance.ts';
import { aligned, type LinePair, type Step } from './alignment.ts';
import { type Piece, plain } from './piece.ts';
import { placed } from './placeLines.ts';
import { remarksIn } from './remarks.ts';

/** Lines of a block that stand for something of the file from its first line to its last. */
export interface RestatedLines extends LinePair {
  /** What it is called. */
  readonly name: string;
  /** Whether they may be merely the beginning of it. */
  readonly mayBeCut?: boolean;
}

/**
 * Lines that stand for something as a whole. It is stated whole, and what is gone is gone on purpose, unless a comment that
 * the file does not have stands where more code is gone than comes, or the lines are merely its beginning: then what would
 * only be removed is kept and left out.
 */
export function restated(pair: RestatedLines): readonly Piece[] {
  const { own, marks, old, name } = pair;
  const isSame = (line: string, at: number): boolean => line.trimEnd() === old[at]?.trimEnd();
  if (own.length === old.length && own.every(isSame)) {
    return plain(old);
  }
  const steps = marks.size === 0 ? aligned(pair) : [];
  if (marks.size > 0 || remarksIn(steps, pair).size > 0 || (pair.mayBeCut && isCut(steps, pair))) {
    return placed({ ...pair, isPart: false, lacked: [], nameOf: () => name }).pieces;
  }
  return plain(own);
}

/** Whether the lines are merely the beginning of something: lines are gone at its end, and nothing new is there. */
function isCut(steps: readonly Step[], { own, old, language }: LinePair): boolean {
  const isCode = (step: Step): boolean =>
    ('own' in step && isSignificant(own[step.own] ?? '', language)) ||
    ('old' in step && isSignificant(old[step.old] ?? '', language));
  const end = steps.findLastIndex((step) => step.kind !== 'gone' && isCode(step));
  const isGone = steps
    .slice(end + 1)
    .some((step) => step.kind === 'gone' && !isBlank(old[step.old] ?? ''));
  return isGone && steps[end]?.kind === 'same';
}

/**
 * The first line of those that replace others which stands for some of them: a mark, or a comment that the file does not have
 * where any code is gone. Edits say what they remove, so that there is nothing to keep.
 */
export function leftOutLine(
  own: readonly string[],
  old: readonly string[],
  file: readonly string[],
  language: string | undefined,
): string | undefined {
  const known = new Set(file.map((line) => line.trim()));
  const added = own.filter((line) => !known.has(line.trim()));
  const remark = added.find((line) => isComment(line, language));
  const found = remark === undefined ? [] : aligned({ own, old, marks: new Set(), language });
  const isLost = found.some(
    (step) => step.kind === 'gone' && isSignificant(old[step.old] ?? '', language),
  );
  return added.find((line) => isMark(line, language)) ?? (isLost ? remark : undefined);
}
