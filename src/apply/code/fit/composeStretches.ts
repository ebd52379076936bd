import { indentOf } from '../../indentation.ts';
import { isBlank } from '../../lines/blankLines.ts';
import type { LineDifference } from '../../lines/lineDifferences.ts';
import type { Item } from '../items/item.ts';
import { isComment, isSignificant } from '../significance.ts';
import { isUnreached } from './isUnreached.ts';
import { type Piece, plain } from './piece.ts';
import { differencesIn, type PlacedLines, type Stretch } from './stretches.ts';

/** What stretches are composed from. */
export interface ComposedLines extends PlacedLines {
  /** Those of the marks that are comments, so that the user decides about what they stand for. */
  readonly remarks?: ReadonlySet<number>;
  /** What has a name among the old lines and is not in the block. */
  readonly lacked: readonly Item[];
  /** Whether the file has a line somewhere, without regard to its indentation. */
  readonly isKnown: (line: string) => boolean;
  /** What lines are called that are left out. */
  readonly nameOf: (lines: LineDifference['before']) => string;
}

/**
 * The old lines with those of a block in the place of those that have the same beginning and end. What is only gone between
 * them, and what has a name that the block does not have, stays and is left out. Undefined if that cannot be told.
 */
export function composeStretches(
  stretches: readonly Stretch[],
  all: ComposedLines,
): readonly Piece[] | undefined {
  const { own, old, remarks = new Set(), marks, language, nameOf } = all;
  const pieces: Piece[] = [];
  let [line, start] = [0, 0];
  const keep = (to: number): void => void pieces.push(...plain(old.slice(line, to)));
  const skip = (to: number, end: number): void => {
    const skipping = [...marks].filter((at) => at >= start && at < end);
    const isRemark = skipping.length > 0 && skipping.every((at) => remarks.has(at));
    if (isRemark && line < to) {
      pieces.push({ lines: old.slice(line, to), leftOut: nameOf({ from: line, to }) });
    } else {
      keep(to);
    }
    [line, start] = [to, end];
  };
  const differing = stretches.map((stretch) => differencesIn(own, old, stretch, language));
  if (isTorn(differing.flat(), all)) {
    return undefined;
  }
  for (const [at, stretch] of stretches.entries()) {
    skip(stretch.old.from, stretch.own.from);
    for (const difference of differing[at] ?? []) {
      const found = changed(difference, all);
      if (found === undefined) {
        return undefined;
      }
      keep(difference.before.from);
      pieces.push(...found);
      line = difference.before.to;
    }
    keep(stretch.old.to);
    [line, start] = [stretch.old.to, stretch.own.to];
  }
  skip(old.length, own.length);
  return isUnreached(pieces, all) ? undefined : pieces;
}

/** Whether more of what the block lacks is gone than stays, but not all of it: what stays may be lines of something else. */
function isTorn(
  differences: readonly LineDifference[],
  { old, lacked, language }: ComposedLines,
): boolean {
  return lacked.some(({ own, to }) => {
    const gone = differences.flatMap(({ before }) =>
      old.slice(Math.max(own, before.from), Math.max(own, Math.min(to, before.to))),
    );
    const [lost, code] = [gone, old.slice(own, to)].map((lines) => countCode(lines, language));
    return lost !== undefined && code !== undefined && lost < code && 2 * lost > code;
  });
}

/** How many lines say something. */
export function countCode(lines: readonly string[], language: string | undefined): number {
  return lines.filter((line) => isSignificant(line, language)).length;
}

/** What comes where lines differ; undefined if that cannot be told. */
function changed(
  { before, after }: LineDifference,
  { own, old, lacked, isKnown, nameOf, language }: ComposedLines,
): readonly Piece[] | undefined {
  const [gone, put] = [old.slice(before.from, before.to), own.slice(after.from, after.to)];
  const [lost, come] = [countCode(gone, language), countCode(put, language)];
  // Lines that the file has are more likely moved, and would be there twice.
  if (come > 0 && put.every((line) => !isSignificant(line, language) || isKnown(line))) {
    return undefined;
  }
  if (lost > 0 && come === 0) {
    const isNew = put.some((line) => !isKnown(line));
    // A comment there may be about what is gone.
    const rest = isNew || put.every(isBlank) ? [] : put;
    const end = before.to < old.length ? gone.length : endOfLeftOut(gone);
    const leftOut = { lines: gone.slice(0, end), leftOut: nameOf(before) };
    return [...plain(rest), leftOut, ...plain(gone.slice(end))];
  }
  if (lost > come && put.some((line) => isComment(line, language) && !isKnown(line))) {
    return undefined;
  }
  const pieces = [...plain(put)];
  let line = before.from;
  for (const { from, own: start, to, name } of lacked) {
    const isGone = (at: number): boolean =>
      (at >= before.from && at < before.to) || !isSignificant(old[at] ?? '', language);
    const lines = Array.from({ length: to - start }, (_, at) => start + at);
    if (to <= line || start >= before.to || !lines.every(isGone)) {
      continue;
    }
    if (from < line || to > before.to) {
      return undefined;
    }
    pieces.push({ lines: old.slice(from, to), leftOut: name });
    line = to;
  }
  return pieces;
}

/** Where what is left out ends: what ends something around it is no part of it. */
function endOfLeftOut(lines: readonly string[]): number {
  const indent = indentOf(lines.find((line) => !isBlank(line)) ?? '').length;
  return lines.findLastIndex((line) => !isBlank(line) && indentOf(line).length >= indent) + 1;
}
