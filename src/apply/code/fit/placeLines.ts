import { isBlank } from '../../lines/blankLines.ts';
import type { LineRange } from '../../lines/textLines.ts';
import type { Item } from '../items/item.ts';
import { Refused } from '../../plan/refused.ts';
import { isSignificant } from '../language/significance.ts';
import { aligned, type Step } from './alignment.ts';
import { type Aligned, isCertain } from './isCertain.ts';
import { isUnreached } from './isUnreached.ts';
import { type Piece, plain } from './piece.ts';
import { remarksIn } from './remarks.ts';

/** How lines are placed among others. */
export interface Placing extends Aligned {
  /** What has a name among the old lines and is not in the block. */
  readonly lacked: readonly Item[];
  /** What lines are called that are left out. */
  readonly nameOf: (lines: LineRange) => string;
}

/** Lines in their places. */
export interface Placed {
  readonly pieces: readonly Piece[];
  /** The old lines from the first to the last that they say something of. */
  readonly place: LineRange;
}

/**
 * The old lines with those of a block in their places. What is only gone between them, what has a name that the block does not
 * have, and what a comment stands for stays and is left out. A place is certain if no other one explains the block as well.
 */
export function placed(pair: Placing): Placed {
  const found = aligned(pair);
  const remarks = remarksIn(found, pair);
  const steps = remarks.size === 0 ? found : aligned(pair, remarks);
  if (!isCertain(steps, pair)) {
    throw new Refused('elision', nameOfAll(pair));
  }
  const pieces = composed(steps, pair, remarks);
  if (isUnreached(pieces, pair)) {
    throw new Refused('elision', nameOfAll(pair));
  }
  const said = steps.flatMap((step) =>
    'old' in step && step.kind !== 'skipped' ? [step.old] : [],
  );
  return { pieces, place: { from: said[0] ?? 0, to: (said.at(-1) ?? -1) + 1 } };
}

function nameOfAll({ old, nameOf }: Placing): string {
  return nameOf({ from: 0, to: old.length });
}

/** Steps of one sort next to each other: lines that are there, what is gone and new in one place, and what marks stand for. */
interface Part {
  readonly sort: 'lines' | 'run' | 'gap';
  readonly own: number[];
  readonly old: number[];
  /** Those of its own that are like none of the old ones. */
  readonly put: number[];
}

const sorts = {
  same: 'lines',
  changed: 'run',
  gone: 'run',
  put: 'run',
  skipped: 'gap',
  mark: 'gap',
} as const;

function partsOf(steps: readonly Step[]): readonly Part[] {
  const parts: Part[] = [];
  for (const step of steps) {
    const sort = sorts[step.kind];
    let last = parts.at(-1);
    if (last?.sort !== sort) {
      last = { sort, own: [], old: [], put: [] };
      parts.push(last);
    }
    last.own.push(...('own' in step ? [step.own] : []));
    last.old.push(...('old' in step ? [step.old] : []));
    last.put.push(...(step.kind === 'put' ? [step.own] : []));
  }
  return parts;
}

/** The lines that come of two aligned texts. */
function composed(
  steps: readonly Step[],
  pair: Placing,
  remarks: ReadonlySet<number>,
): readonly Piece[] {
  const parts = partsOf(steps);
  const left = isLeft(steps, pair);
  // Behind the marks at the edges, a line is there.
  if (pair.isPart && [parts[1], parts.at(-2)].some((one) => one?.sort !== 'lines')) {
    throw new Refused('notFound');
  }
  return parts.flatMap((part, at) => {
    const [before, after] = [parts[at - 1], parts[at + 1]];
    return part.sort === 'lines'
      ? plain(part.old.map((line) => pair.old[line] ?? ''))
      : part.sort === 'run'
        ? runPieces(part, pair, left, [before, after])
        : gapPieces(part, pair, remarks);
  });
}

/** Whether the file has a line once, and it is none that the block has where it is. */
function isLeft(steps: readonly Step[], { old, timesIn }: Placing): (line: string) => boolean {
  const matched = new Set(
    steps.flatMap((step) => ('old' in step && 'own' in step ? [(old[step.old] ?? '').trim()] : [])),
  );
  return (line) => timesIn(line) === 1 && !matched.has(line.trim());
}

/** Whether a mark stands for no line with text. */
function isIdle(gap: Part, { old }: Placing): boolean {
  return gap.old.every((at) => isBlank(old[at] ?? ''));
}

/** What marks stand for. Where it is some other comment that does, the user decides. */
function gapPieces(gap: Part, pair: Placing, remarks: ReadonlySet<number>): readonly Piece[] {
  const { old, marks, nameOf } = pair;
  const isMarked = gap.own.some((at) => marks.has(at));
  const [from, to] = [gap.old[0] ?? 0, (gap.old.at(-1) ?? -1) + 1];
  const isRemark = !isMarked && gap.own.some((at) => remarks.has(at));
  return from < to
    ? [{ lines: old.slice(from, to), leftOut: isRemark ? nameOf({ from, to }) : undefined }]
    : [];
}

/** What is gone and new in one place. */
function runPieces(
  run: Part,
  pair: Placing,
  left: (line: string) => boolean,
  beside: readonly (Part | undefined)[],
): readonly Piece[] {
  const { own, old, timesIn, language, nameOf } = pair;
  const isKnown = (line: string): boolean => timesIn(line) > 0;
  const put = run.own.map((at) => own[at] ?? '');
  const [from, to] = [run.old[0] ?? 0, (run.old.at(-1) ?? -1) + 1];
  const gone = old.slice(from, Math.max(from, to));
  const isCode = (line: string): boolean => isSignificant(line, language);
  const isThere = (one: Part | undefined): boolean =>
    one === undefined || one.sort === 'lines' || isIdle(one, pair);
  const code = put.filter(isCode);
  // Of lines out of a file, all that are new are between some that are there; beside a mark, none is there that is known.
  const isBesideMark = !beside.every(isThere);
  const isPlaced = pair.isPart ? !isBesideMark : beside.some(isThere);
  if (code.length > 0 && !isPlaced) {
    throw new Refused('elision', nameOfAll(pair));
  }
  if (code.length > 0) {
    // Lines that the file has are more likely moved, and would be there twice.
    const here = new Set(gone.map((line) => line.trim()));
    const others = run.put
      .map((at) => own[at] ?? '')
      .filter((line) => isCode(line) && !here.has(line.trim()));
    const isMoved = others.every(isKnown) || 2 * others.filter(left).length > others.length;
    if (others.length > 0 && isMoved) {
      throw new Refused('elision', nameOfAll(pair));
    }
    return [...plain(put), ...lackedPieces({ from, to }, pair)];
  }
  if (gone.every(isBlank) || (!gone.some(isCode) && !put.every(isBlank))) {
    return plain(put.every(isBlank) && gone.length > 0 ? gone : put);
  }
  return [{ lines: gone, leftOut: nameOf({ from, to }) }];
}

/** What has a name in lines that new ones replace, and which the block does not have. */
function lackedPieces(
  { from, to }: LineRange,
  { old, lacked, language }: Placing,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let line = from;
  for (const item of lacked) {
    const isGone = (one: string, at: number): boolean =>
      (item.own + at >= from && item.own + at < to) || !isSignificant(one, language);
    const isApart = item.to <= line || item.own >= to;
    if (isApart || !old.slice(item.own, item.to).every(isGone)) {
      continue;
    }
    if (item.from < line || item.to > to) {
      throw new Refused('notFound', item.name);
    }
    pieces.push({ lines: old.slice(item.from, item.to), leftOut: item.name });
    line = item.to;
  }
  return pieces;
}
