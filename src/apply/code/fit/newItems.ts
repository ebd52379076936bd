import { indentOf } from '../../lines/indentation.ts';
import { blankEnd, blankStart } from '../../lines/blankLines.ts';
import type { LineRange } from '../../lines/textLines.ts';
import type { Level } from '../items/assignLevels.ts';
import { type Item, saidIn } from '../items/item.ts';
import type { Pairs } from '../items/pairItems.ts';
import { isMark } from '../language/marks.ts';
import { Refused } from '../../plan/refused.ts';
import type { Composing } from './composing.ts';
import type { Gap } from './gaps.ts';

/**
 * What speaks against it that something is new: nothing says what it leaves out, and with a first line, or a comment above it,
 * that is in the file elsewhere, it is a part of something there.
 */
function checkNew(all: Composing, { from, own, to, name, said }: Item): void {
  const { block, language, isWhole, isKnown } = all;
  const lines = block.lines.slice(from, to);
  const isThere = (line: string): boolean => /[\p{L}\p{N}]/u.test(line) && isKnown(line);
  // A heading alone, at the end, is the beginning of a section.
  if (
    (said === '' && to === block.lines.length) ||
    (!isWhole && block.lines.slice(from, own + 1).some(isThere))
  ) {
    throw new Refused('new', name);
  }
  if (lines.some((line, at) => block.marks.has(from + at) || isMark(line, language))) {
    throw new Refused('elision', name);
  }
}

/** The lines of the block that are new, with the blank lines between each and its neighbour: before and behind what it lacks there. */
export interface Added {
  readonly ahead: readonly LineRange[];
  readonly behind: readonly LineRange[];
}

/** Siblings of a block and of the file, and which are which. */
export interface Paired {
  readonly own: Level;
  readonly old: Level;
  readonly pairs: Pairs;
}

export function addedIn(all: Composing, gap: Gap, level: Paired): Added {
  const { block, isWhole } = all;
  const { from, to } = gap.range;
  const [ahead, behind]: [LineRange[], LineRange[]] = [[], []];
  for (const item of gap.items) {
    checkNew(all, item);
    const { isAhead, isBehindOther } = placeOf(
      item,
      gap,
      isWhole,
      isWhole || level.own.range.from > 0,
    );
    if (!isWhole) {
      checkRenamed(all, item, gap, level, isAhead);
      checkBeside(all, item, gap, level);
    }
    (isAhead ? ahead : behind).push(
      isBehindOther
        ? { from: blankStart(block.lines, item.from, from), to: item.to }
        : { from: item.from, to: blankEnd(block.lines, item.to, to) },
    );
  }
  return { ahead, behind };
}

/**
 * A section that says what one of the file begins with, under another heading, may well be that one; and so may, beside mere
 * lines, what does the same as its neighbour.
 */
function checkRenamed(
  { block, file }: Composing,
  item: Item,
  { lacked }: Gap,
  { own, pairs }: Paired,
  isAhead: boolean,
): void {
  const { name, said = '' } = item;
  const body = bodyText(block, item);
  const isBesideLines = ![...pairs.keys()].some((at) => own.items[at]?.body !== undefined);
  if (said !== '' && lacked.some((other) => other.said?.startsWith(said))) {
    throw new Refused('renamed', name);
  }
  if (body !== '' && isBesideLines && bodyText(file, lacked.at(isAhead ? 0 : -1)) === body) {
    throw new Refused('new', name);
  }
}

/** What something says within its body. */
function bodyText({ lines }: Composing['file'], item: Item | undefined): string {
  return item?.body === undefined ? '' : saidIn(lines.slice(item.body.from, item.body.to));
}

/** What is indented otherwise is within something that the block does not show; a statement must be next to what is shown. */
function checkBeside(
  { block }: Composing,
  item: Item,
  { before, after }: Gap,
  { own, old, pairs }: Paired,
): void {
  const beside = own.items.find((_, at) => pairs.has(at)) ?? item;
  const [shown, indent] = [beside, item].map((one) => indentOf(block.lines[one.own] ?? ''));
  const isEnclosed =
    (before !== undefined && after !== undefined) || before === old.items.length - 1 || after === 0;
  const isLoose = item.kind === 'statement' && own.range.from === 0 && !isEnclosed;
  if (shown !== indent || isLoose) {
    throw new Refused('new', item.name);
  }
}

interface NewPlace {
  /** Whether it is before what the block lacks there. */
  readonly isAhead: boolean;
  /** Whether it is behind its neighbour. */
  readonly isBehindOther: boolean;
}

/**
 * Next to the neighbour that is shown, with no mark between the two, or at the edge of a class; in a whole, behind what is left
 * out between two. Imports stay together.
 */
function placeOf(
  item: Item,
  { before, after, marks, lacked }: Gap,
  isWhole: boolean,
  isClosed: boolean,
): NewPlace {
  const isBehindMark = marks.some((line) => line < item.from);
  const isBeforeMark = marks.some((line) => line >= item.to);
  const isBehindImports = item.kind !== 'import' && lacked[0]?.kind === 'import';
  const isBetween = isWhole && after !== undefined;
  if (before !== undefined && !isBehindMark && !isBehindImports && !isBetween) {
    return { isAhead: true, isBehindOther: true };
  }
  if (after !== undefined && !isBeforeMark) {
    return { isAhead: false, isBehindOther: false };
  }
  if ((isClosed || isBehindMark || isBehindImports) && after === undefined && !isBeforeMark) {
    return { isAhead: false, isBehindOther: true };
  }
  if (isClosed && before === undefined && !isBehindMark) {
    return { isAhead: true, isBehindOther: false };
  }
  throw new Refused(isBehindMark && isBeforeMark ? 'elision' : 'new', item.name);
}
