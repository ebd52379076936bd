import { lineDifferences, type LineDifference } from '../../lines/lineDifferences.ts';
import { isBlank } from '../../lines/blankLines.ts';
import type { LineRange } from '../../placeEdit.ts';
import { isComment, isSignificant } from '../significance.ts';

/** Lines of a block that no mark is among, and the lines of the file that they replace. */
export interface Stretch {
  readonly own: LineRange;
  readonly old: LineRange;
}

/**
 * Where the lines between marks are in the file: from where their first lines are in it once to where their last ones are.
 * New lines may be before the first line of the file, or behind its last one. Undefined if a place is not certain.
 */
export function stretchesOf(
  own: readonly string[],
  marks: ReadonlySet<number>,
  old: readonly string[],
  language: string | undefined,
): readonly Stretch[] | undefined {
  const [bare, ends] = [own, old].map((lines) => lines.map((line) => line.trimEnd()));
  const found: Stretch[] = [];
  let line = 0;
  for (const range of betweenMarks(own, marks)) {
    const lines = (bare ?? []).slice(range.from, range.to);
    const first = edge(lines, ends ?? [], language);
    const last = edge(lines.toReversed(), (ends ?? []).toReversed(), language);
    if (lines.length < 2 || first === undefined || last === undefined) {
      return undefined;
    }
    const place = { from: first, to: old.length - last };
    if (place.from < line || place.to <= place.from) {
      return undefined;
    }
    found.push({ own: range, old: place });
    line = place.to;
  }
  return found;
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
 * Where lines begin in a text: where as many of the first as it takes are in it once, or at its start, if new ones are before
 * that. Undefined if they are there nowhere, or more often.
 */
function edge(
  lines: readonly string[],
  all: readonly string[],
  language: string | undefined,
): number | undefined {
  const known = new Set(all);
  const start = all.findIndex((line) => line !== '');
  const at = lines.findIndex((line) => line !== '' && known.has(line));
  const place = at === -1 ? undefined : anchor(lines.slice(at), all, language);
  // A comment alone may stand for the rest.
  const isNew = place === start && lines.slice(0, at).some((line) => isSignificant(line, language));
  return at === 0 || isNew ? place : undefined;
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
    isTold ||=
      isSignificant(line, language) || (isComment(line, language) && /[\p{L}\p{N}]/u.test(line));
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
      !old.slice(last.before.to, moved.before.from).some((line) => isSignificant(line, language));
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
