import type { LineDifference } from '../../lines/lineDifferences.ts';
import { areLike, wordsOf } from '../likeLines.ts';
import { isMark } from '../marks.ts';
import { Refused } from '../refused.ts';
import { isComment, isSignificant } from '../significance.ts';
import { composeStretches, countCode } from './composeStretches.ts';
import { type Piece, plain } from './piece.ts';
import { differencesIn, stretchesOf } from './stretches.ts';

/** Lines of a block, and the lines of a file that they stand for from the first to the last. */
export interface LinePair {
  /** As they are to be in the file: indented as there. */
  readonly own: readonly string[];
  /** Which of them are marks, counted from the first. */
  readonly marks: ReadonlySet<number>;
  readonly old: readonly string[];
  /** What it is called. */
  readonly name: string;
  /** Whether the file has a line somewhere, without regard to its indentation. */
  readonly isKnown: (line: string) => boolean;
  readonly language: string | undefined;
  /** Whether the lines are of a part of a file: then lines of elsewhere are quoted and not moved. */
  readonly isPart?: boolean | undefined;
  /** Whether the block has marks, here or elsewhere. */
  readonly isMarked?: boolean | undefined;
  /** Whether a grammar has read them, so that nothing of them is cut off. */
  readonly isParsed?: boolean | undefined;
  /** Whether lines may be merely the beginning of something: not if it would be broken with the rest. */
  readonly mayBeCut?: boolean | undefined;
}

/**
 * Lines that stand for something as a whole. It is stated whole, and what is gone is gone on purpose, unless a comment that
 * the file does not have stands where more code is gone than comes, or the lines are merely its beginning: then what would
 * only be removed is kept and left out.
 */
export function restated(pair: LinePair): readonly Piece[] {
  const { own, marks, old, name, language, isKnown, isPart = false, isMarked = false } = pair;
  if (own.length === old.length && own.every((line, at) => line.trimEnd() === old[at]?.trimEnd())) {
    return plain(old);
  }
  const found = differences(pair);
  const remarks = remarksIn(found, pair);
  if (marks.size === 0 && remarks.size === 0 && !isCut(found, pair)) {
    const isQuoted = ({ after }: LineDifference): boolean => {
      const code = own.slice(after.from, after.to).filter((line) => isSignificant(line, language));
      // Beside marks, one of them may be where that of the file is.
      const isThere = isMarked ? code.some(isKnown) : code.every(isKnown);
      return code.length > 1 && isThere;
    };
    if (isPart && found.some(isQuoted)) {
      throw new Refused('elision', name);
    }
    return plain(own);
  }
  const lines = {
    ...pair,
    marks: new Set([...marks, ...remarks]),
    remarks,
    isWhole: true,
    lacked: [],
    nameOf: () => name,
  };
  const stretches = stretchesOf(lines);
  const pieces = stretches && composeStretches(stretches, lines);
  if (pieces === undefined) {
    throw new Refused('elision', name);
  }
  return pieces;
}

function differences({
  own,
  old,
  language,
}: Pick<LinePair, 'own' | 'old' | 'language'>): readonly LineDifference[] {
  const all = { own: { from: 0, to: own.length }, old: { from: 0, to: old.length } };
  return differencesIn(own, old, all, language);
}

/**
 * The comments that the file does not have, in places where more code is gone than comes; where nothing else is new, all of
 * it is one place.
 */
function remarksIn(
  found: readonly LineDifference[],
  { own, old, isKnown, language }: LinePair,
): ReadonlySet<number> {
  const all = found.map(({ before, after }) => {
    const [gone, put] = [old.slice(before.from, before.to), own.slice(after.from, after.to)];
    // One in the place of another comment is that one after a change.
    const others = gone.filter((line) => isComment(line, language)).map(wordsOf);
    const isRemark = (line: string): boolean =>
      isComment(line, language) &&
      !isKnown(line) &&
      !others.some((words) => areLike(words, wordsOf(line)));
    return {
      lost: countCode(gone, language),
      come: countCode(put, language),
      remarks: put.flatMap((line, at) => (isRemark(line) ? [after.from + at] : [])),
    };
  });
  const isOnly = all.every(({ come }) => come === 0) && all.some(({ lost }) => lost > 0);
  const places = all.filter(({ lost, come }) => isOnly || lost > come);
  return new Set(places.flatMap(({ remarks }) => remarks));
}

/** Whether the lines are merely the beginning of something: code is gone at its end, and nothing new is there. */
function isCut(
  found: readonly LineDifference[],
  { own, old, language, name, isPart = false, isParsed = false, mayBeCut = false }: LinePair,
): boolean {
  const last = found.at(-1);
  if (!mayBeCut || last === undefined || countCode(old.slice(last.before.to), language) > 0) {
    return false;
  }
  const gone = old.slice(last.before.from, last.before.to);
  const put = own
    .slice(last.after.from, last.after.to)
    .filter((line) => isSignificant(line, language));
  const words = wordsOf(put.at(-1) ?? '');
  const like = gone.findLastIndex((line) => areLike(words, wordsOf(line)));
  if (isPart && !isParsed && like !== -1 && countCode(gone.slice(like + 1), language) > 0) {
    throw new Refused('missing', name);
  }
  return put.length === 0 && countCode(gone, language) > 0;
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
  const isLost =
    remark !== undefined &&
    differences({ own, old, language }).some(({ before, after }) => {
      const [gone, put] = [old.slice(before.from, before.to), own.slice(after.from, after.to)];
      const words = gone.filter((line) => isSignificant(line, language)).map(wordsOf);
      const changed = put.filter((line) => words.some((others) => areLike(wordsOf(line), others)));
      return words.length > countCode(changed, language);
    });
  return added.find((line) => isMark(line, language)) ?? (isLost ? remark : undefined);
}
