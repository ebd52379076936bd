import { isBlank } from '../../lines/blankLines.ts';
import { isMark } from '../marks.ts';
import { Refused, required } from '../refused.ts';
import { isComment, isSignificant } from '../significance.ts';
import { aligned } from './alignment.ts';
import { certain } from './certainLines.ts';
import { composed } from './composeLines.ts';
import type { LinePair } from './linePair.ts';
import { type Piece, plain } from './piece.ts';
import { isCut, remarksOf } from './remarks.ts';

/**
 * Lines that stand for something as a whole. It is stated whole, and what is gone is gone on purpose, unless a comment that
 * the file does not have stands where more code is gone than comes, or the lines are merely its beginning: then what would
 * only be removed is kept and left out.
 */
export function restated(pair: LinePair): readonly Piece[] {
  const { own, marks, old, name, language } = pair;
  if (own.length === old.length && own.every((line, at) => line.trimEnd() === old[at]?.trimEnd())) {
    return plain(old);
  }
  const found = aligned(withMarks(own, marks), old, language);
  if (found === undefined) {
    // Too long to compare: it is taken by its word.
    if (marks.size > 0) {
      throw new Refused('large', name);
    }
    return plain(own);
  }
  const remarks = remarksOf(found, pair);
  const isBeginning = pair.mayBeCut === true && isCut(found.early, pair);
  if (marks.size === 0 && remarks.size === 0 && !isBeginning) {
    return composed(found.early, pair, { remarks, gone: 'dropped' });
  }
  const again = remarks.size === 0 ? found : aligned(withMarks(own, marks, remarks), old, language);
  return certain(required(again, 'large', name), pair, { remarks, gone: 'kept' });
}

/** The lines without marks, and without the blank ones beside them, which say nothing of the file, and without remarks. */
function withMarks(
  own: readonly string[],
  marks: ReadonlySet<number>,
  remarks?: ReadonlySet<number>,
): readonly (string | undefined)[] {
  const isMarked = (at: number, step: -1 | 1): boolean => {
    let next = at;
    while (!marks.has(next) && isBlank(own[next] ?? '-')) {
      next += step;
    }
    return marks.has(next);
  };
  return own.map((line, at) =>
    isMarked(at, -1) || isMarked(at, 1) || remarks?.has(at) === true ? undefined : line,
  );
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
  const found = remark === undefined ? undefined : aligned(own, old, language);
  const isLost = found?.early.some(
    (step) => step.kind === 'gone' && isSignificant(old[step.old] ?? '', language),
  );
  return added.find((line) => isMark(line, language)) ?? (isLost === true ? remark : undefined);
}
