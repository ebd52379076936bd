import type { Item } from '../items/item.ts';
import { Refused } from '../../plan/refused.ts';
import { isSignificant } from '../language/significance.ts';
import type { Composing } from './composing.ts';
import { type Piece, plain } from './piece.ts';
import { restated } from './restateLines.ts';

/** What speaks against it that an item of a part of a file is the one of its name. */
export function checkHead(
  { block, file, language, isWhole }: Composing,
  item: Item,
  old: Item,
): void {
  const modifiers = new Set(item.modifiers);
  if (!isWhole && old.modifiers.some((modifier) => !modifiers.has(modifier))) {
    throw new Refused('missing', item.name);
  }
  const lines = file.lines.slice(old.own, old.to).filter((line) => isSignificant(line, language));
  const own = new Set(block.lines.slice(item.own, item.to).map((line) => line.trim()));
  const isOther = item.head !== old.head && !lines.some((line) => own.has(line.trim()));
  if (!isWhole && isOther && lines.length > 2) {
    throw new Refused('unlike', item.name);
  }
  if (
    old.body !== undefined &&
    item.body === undefined &&
    item.kind === 'named' &&
    lines.length > 1
  ) {
    throw new Refused('missing', item.name);
  }
}

/** The comment above an item: the file's, unless the block has one that is not merely shorter and about something else. */
export function leadOf(
  all: Composing,
  item: Item,
  old: Item,
  isBehindLeftOut: boolean,
): readonly Piece[] {
  const { block, file, isKnown, isWhole } = all;
  const own = block.lines.slice(item.from, item.own);
  const theirs = file.lines.slice(old.from, old.own);
  if (own.length === 0 && theirs.length === 0) {
    return [];
  }
  const known = new Set(theirs.map((line) => line.trim()).filter((line) => /\w/.test(line)));
  const isShared = own.some((line) => known.has(line.trim()));
  const above = lastParagraph(
    block.lines.slice(0, item.own).filter((_, at) => !block.marks.has(at)),
  );
  const theirAbove = lastParagraph(file.lines.slice(0, old.own));
  const isAbove =
    (own.length === 0 && isMoved(theirs, theirAbove, above)) ||
    (!isWhole && theirs.length === 0 && isMoved(own, above, theirAbove));
  if (isAbove) {
    return [];
  }
  // It is in the file, but above something else.
  if (!isWhole && !isShared && own.some((line) => /\w/.test(line)) && own.every(isKnown)) {
    throw new Refused('new', item.name);
  }
  if (own.length === 0) {
    return isWhole && theirs.length > 0 ? [{ lines: theirs, leftOut: item.name }] : plain(theirs);
  }
  // One that stands apart is about what is left out before it, and one on the item may be.
  const isApart = (block.lines[item.own - 1] ?? '').trim() === '';
  if (isBehindLeftOut && !own.some(isKnown) && (isApart || (isWhole && theirs.length === 0))) {
    return plain(theirs);
  }
  if (!isShared && !isWhole && own.length < theirs.length) {
    return [{ lines: theirs, leftOut: item.name }, ...plain(own)];
  }
  return plain(own);
}

/** Whether the comment of one of two texts is in what the other has above the item, as often. */
function isMoved(
  [first]: readonly string[],
  above: readonly string[],
  others: readonly string[],
): boolean {
  const count = (lines: readonly string[]): number =>
    lines.filter((line) => line.trim() === first?.trim()).length;
  return first !== undefined && count(others) >= count(above);
}

function lastParagraph(lines: readonly string[]): readonly string[] {
  return lines.slice(lines.findLastIndex((line) => line.trim() === '') + 1);
}

/** Lines of the block in the place of lines of the file. */
export function leaf(
  { block, file, timesIn, language }: Composing,
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
  name: string,
): readonly Piece[] {
  const old = file.lines.slice(start, end);
  const lines = block.lines
    .slice(from, to)
    .map((line, at) => (block.marks.has(from + at) ? '' : line));
  if (lines.length === 0 || old.length === 0) {
    return plain(lines);
  }
  const marks = new Set(Array.from(block.marks, (line) => line - from));
  return restated({ own: lines, marks, old, name, timesIn, language, mayBeCut: true });
}
