/** The first and the last line, counted from 0. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The lines in the fragment of an address as VS Code's lists write it when something is dragged: `12,3-40,5` or
 * `L12-L40`, counted from 1. Undefined if it names a place only: that is where the cursor is in a whole file.
 */
export function linesOfFragment(fragment: string): LineRange | undefined {
  const [, first, firstColumn, last, lastColumn] =
    /^L?(\d{1,9})(?:,(\d{1,9}))?-L?(\d{1,9})(?:,(\d{1,9}))?$/.exec(fragment) ?? [];
  const [start, end] = [Number(first) - 1, Number(last) - 1];
  const isEmpty = start === end && firstColumn === lastColumn && firstColumn !== undefined;
  return first === undefined || isEmpty || start < 0 || end < start ? undefined : { start, end };
}
