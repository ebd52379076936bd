import { lineDifferences, type LineDifference } from '../../lines/lineDifferences.ts';
import { isBlank } from '../../lines/blankLines.ts';
import { indentOf } from '../../indentation.ts';
import type { LineRange } from '../../placeEdit.ts';
import { areLike, sharedWords, wordsOf } from '../likeLines.ts';
import { isComment, isSignificant } from '../significance.ts';

/** Lines of a block that no mark is among, and the lines of the file that they replace. */
export interface Stretch {
  readonly own: LineRange;
  readonly old: LineRange;
}

/** Lines of a block and of what they stand for. */
export interface PlacedLines {
  /** As they are to be in the file: indented as there. */
  readonly own: readonly string[];
  /** Which of them stand for others, counted from the first. */
  readonly marks: ReadonlySet<number>;
  readonly old: readonly string[];
  /** Whether they stand for all of the old ones, so that those without a mark before or behind them are at its edge. */
  readonly isWhole: boolean;
  readonly language: string | undefined;
}

/**
 * Where the lines between marks are: from where their first lines are once to where their last ones are. New lines may be
 * before the first line, or behind the last one. Undefined if a place is not certain.
 */
export function stretchesOf({
  own,
  marks,
  old,
  isWhole,
  language,
}: PlacedLines): readonly Stretch[] | undefined {
  const [bare, ends] = [own, old].map((lines) => lines.map((line) => line.trimEnd())) as [
    string[],
    string[],
  ];
  const [lastMark, firstMark] = [Math.max(-1, ...marks), Math.min(own.length, ...marks)];
  const ranges = betweenMarks(own, marks);
  const found: (Stretch | undefined)[] = ranges.map(() => undefined);
  let isTold = true;
  // What is certain tells where the others are: between it.
  while (isTold) {
    isTold = false;
    for (const [at, range] of ranges.entries()) {
      if (found[at] !== undefined) {
        continue;
      }
      const [from, to] = [
        found.slice(0, at).findLast((one) => one !== undefined)?.old.to ?? 0,
        found.slice(at).find((one) => one !== undefined)?.old.from ?? old.length,
      ];
      const place = placeOf(bare.slice(range.from, range.to), ends.slice(from, to), {
        isStart: isWhole && range.from < firstMark,
        isEnd: isWhole && range.from > lastMark,
        isWhole,
        language,
      });
      if (place !== undefined) {
        found[at] = { own: range, old: { from: from + place.from, to: from + place.to } };
        isTold = true;
      }
    }
  }
  const all = found.filter((one) => one !== undefined);
  return all.length === found.length ? all : undefined;
}

interface Placing {
  /** Whether the lines begin or end where the others do. */
  readonly isStart: boolean;
  readonly isEnd: boolean;
  readonly isWhole: boolean;
  readonly language: string | undefined;
}

/** Where lines are among others: from where their first ones are to where their last ones are. */
function placeOf(
  lines: readonly string[],
  all: readonly string[],
  how: Placing,
): LineRange | undefined {
  const { isStart, isEnd } = how;
  const first = isStart ? 0 : edge(lines, all, isEnd, how);
  const last = isEnd ? 0 : edge(lines.toReversed(), all.toReversed(), isStart, how);
  if (first === undefined || last === undefined || first >= all.length - last) {
    return undefined;
  }
  const place = { from: first, to: all.length - last };
  return isNearest(lines, all, place, how) ? place : undefined;
}

/**
 * Whether the first and the last line that say something are in a place no more often than in the lines: else others there may
 * be meant, and new lines next to them hide where they are.
 */
function isNearest(
  lines: readonly string[],
  all: readonly string[],
  { from, to }: LineRange,
  { isStart, isEnd, language }: Placing,
): boolean {
  const says = (line: string): boolean => isTelling(line, language);
  const inside = all.slice(from, to);
  const count = (edge: string, texts: readonly string[]): number =>
    texts.filter((line) => line === edge).length;
  return [isStart ? undefined : lines.find(says), isEnd ? undefined : lines.findLast(says)].every(
    (edge) => edge === undefined || count(edge, inside) <= count(edge, lines),
  );
}

/** The lines between marks, without blank ones at their edges. */
export function betweenMarks(
  own: readonly string[],
  marks: ReadonlySet<number>,
): readonly LineRange[] {
  const found: LineRange[] = [];
  let from = 0;
  for (const mark of [
    ...[...marks].filter((at) => at >= 0 && at < own.length).toSorted((a, b) => a - b),
    own.length,
  ]) {
    let [first, last] = [from, mark];
    while (first < last && isBlank(own[first] ?? '')) {
      first += 1;
    }
    while (last > first && isBlank(own[last - 1] ?? '')) {
      last -= 1;
    }
    if (first < last) {
      found.push({ from: first, to: last });
    }
    from = mark + 1;
  }
  return found;
}

/**
 * Where lines begin in a text: where as many of the first as it takes are in it once, or where what they lack of it becomes
 * the new ones before that. Undefined if they are there nowhere, or more often. `isAtEnd`: they end where the text does.
 */
function edge(
  lines: readonly string[],
  all: readonly string[],
  isAtEnd: boolean,
  { isWhole, language }: Placing,
): number | undefined {
  const known = new Set(all);
  const start = all.findIndex((line) => line !== '');
  const first = lines.findIndex((line) => line !== '' && known.has(line));
  const at = first === -1 ? lines.length : first;
  const rest = lines.slice(at);
  const end = all.length - rest.length;
  const isEnd = isAtEnd && rest.every((line, index) => line === all[end + index]);
  const place = isEnd ? end : anchor(rest, all, language);
  if (at === 0 || place === undefined) {
    return place;
  }
  // A comment alone may stand for the rest.
  const isNew = place === start && lines.slice(0, at).some((line) => isSignificant(line, language));
  return isNew
    ? place
    : isWhole
      ? (likest(lines, all, { at, place }, language) ?? place)
      : undefined;
}

/**
 * Where the line is that the first of others becomes: the one that it is most like among as many as are new, before those
 * that stay. Of several, it is the last one.
 */
function likest(
  lines: readonly string[],
  all: readonly string[],
  { at, place }: { readonly at: number; readonly place: number },
  language: string | undefined,
): number | undefined {
  const [first = ''] = lines;
  const words = wordsOf(first);
  const from = Math.max(0, place - at);
  const likeness = all.slice(from, place).map((line) => {
    const others = wordsOf(line);
    const isOther = lines.includes(line) || !isTelling(line, language);
    const isLike = !isOther && indentOf(line) === indentOf(first) && areLike(words, others);
    return isLike ? sharedWords(words, others) : 0;
  });
  const most = Math.max(0, ...likeness);
  return most > 0 ? from + likeness.lastIndexOf(most) : undefined;
}

/** Whether a line says something that may be there once, in code or in a comment. */
function isTelling(line: string, language: string | undefined): boolean {
  return isSignificant(line, language) || (isComment(line, language) && /[\p{L}\p{N}]/u.test(line));
}

/** How many lines are compared to find a place. Lines of which so many are alike tell none. */
const mostCompared = 2_000_000;

/** Where as many of the first lines as it takes are in others once. */
function anchor(
  lines: readonly string[],
  all: readonly string[],
  language: string | undefined,
): number | undefined {
  let places = [...all.keys()];
  let isTold = false;
  let compared = 0;
  for (const [at, line] of lines.entries()) {
    compared += places.length;
    if (compared > mostCompared) {
      return undefined;
    }
    places = places.filter((place) => all[place + at] === line);
    isTold ||= isTelling(line, language);
    const [only, other] = places;
    if (only === undefined || (other === undefined && (isTold || only === 0))) {
      return only;
    }
  }
  return undefined;
}

/** Where the lines of a stretch differ, with what says nothing between two of them. */
export function differencesIn(
  own: readonly string[],
  old: readonly string[],
  { own: range, old: place }: Stretch,
  language: string | undefined,
): readonly LineDifference[] {
  const found = lineDifferences(
    old.slice(place.from, place.to).map((line) => line.trimEnd()),
    own.slice(range.from, range.to).map((line) => line.trimEnd()),
  );
  const joined: LineDifference[] = [];
  for (const { before, after } of found) {
    const moved = {
      before: { from: before.from + place.from, to: before.to + place.from },
      after: { from: after.from + range.from, to: after.to + range.from },
    };
    const last = joined.at(-1);
    const isNear =
      last !== undefined &&
      !old.slice(last.before.to, moved.before.from).some((line) => isTelling(line, language));
    if (isNear) {
      joined[joined.length - 1] = {
        before: { from: last.before.from, to: moved.before.to },
        after: { from: last.after.from, to: moved.after.to },
      };
    } else {
      joined.push(moved);
    }
  }
  return joined;
}
