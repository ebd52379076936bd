import type { LineRange } from '../../placeEdit.ts';
import { type CodeFit, marksIn } from '../codeText.ts';
import type { Item } from './outline.ts';

/** Siblings of a block, and those of the file that they are fitted into. */
export interface Level {
  readonly items: readonly Item[];
  readonly old: readonly Item[];
  /** The imports that the block has besides. */
  readonly imports?: readonly Item[] | undefined;
  /** The lines of both, if the block shows where they begin and end. */
  readonly bounds?: { readonly code: LineRange; readonly region: LineRange } | undefined;
}

/** An item of a block, or the line of a mark between items. */
export type Entry = { readonly index: number; readonly item: Item } | { readonly mark: number };

/** Marks and items in the order of the block. A mark that is indented further than the item before it is part of that. */
export function entriesOf(
  { block }: CodeFit,
  { items, imports = [], bounds }: Level,
): readonly Entry[] {
  const range = bounds?.code ?? { from: 0, to: block.lines.length };
  const marks = new Set(marksIn(block, range));
  for (const { from, to } of marks.size === 0 ? [] : [...items, ...imports]) {
    for (let line = from; line < to; line += 1) {
      marks.delete(line);
    }
  }
  const entries: Entry[] = [
    ...items.map((item, index) => ({ index, item })),
    ...Array.from(marks, (mark) => ({ mark })),
  ];
  return entries.toSorted((a, b) => lineOf(a) - lineOf(b));
}

/** The first line of an entry. */
export function lineOf(entry: Entry): number {
  return 'mark' in entry ? entry.mark : entry.item.from;
}
