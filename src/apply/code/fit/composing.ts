import { isBlank } from '../../lines/blankLines.ts';
import type { LineRange } from '../../lines/textLines.ts';
import type { CodePair } from '../items/codeText.ts';
import type { Level } from '../items/assignLevels.ts';
import type { Item } from '../items/item.ts';

/** What items are composed from. */
export interface Composing extends CodePair {
  readonly within?: LineRange | undefined;
  /** Whether the block states the file as a whole. */
  readonly isWhole: boolean;
  /** Whether it does from the first item to the last, so that the file has no other blank lines and imports than those. */
  readonly hasEnds: boolean;
  /** How often the file has a line, without regard to its indentation, and whether it has it at all. */
  readonly timesIn: (line: string) => number;
  readonly isKnown: (line: string) => boolean;
  /** The names that are new in the block, or that new imports of it bring. */
  readonly brought: ReadonlySet<string>;
  /** Whether an import that the block lacks is not needed any more. */
  readonly isUnused: (item: Item) => boolean;
  /** The imports of the file that the block changes, each with the lines that it has then. */
  readonly imports: ReadonlyMap<Item, readonly string[]>;
  /** The items of a part of a file by the siblings in the file that they belong among. */
  readonly levels?: ReadonlyMap<readonly Item[], readonly Item[]> | undefined;
}

/** The lines of marks among siblings and right behind the last of them, and not within one of them. */
export function marksOf({ block }: Composing, { items, range }: Level): readonly number[] {
  const { lines, marks } = block;
  const end = lines.findIndex((line, at) => at >= range.to && !isBlank(line) && !marks.has(at));
  const to = end === -1 ? lines.length : end;
  return [...marks].filter(
    (line) =>
      line >= range.from && line < to && !items.some((item) => line >= item.from && line < item.to),
  );
}

/** Whether siblings of the block leave something out between them, or say so. */
export function isMarked(all: Composing, level: Level): boolean {
  return marksOf(all, level).length > 0;
}

/** Lines of a block between its items, without marks. */
export function unmarked({ block }: Composing, from: number, to: number): readonly string[] {
  return block.lines.slice(from, Math.max(from, to)).filter((_, at) => !block.marks.has(from + at));
}
