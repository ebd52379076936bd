import { indentOf } from '../../indentation.ts';
import { isBlank } from '../../lines/blankLines.ts';
import type { LineRange } from '../../lines/lineRange.ts';
import { goesOn } from './lineKeys.ts';

/** The lines within something, without those that only open and close it. */
export function bodyOf(lines: readonly string[], own: number, end: number): LineRange | undefined {
  const indent = indentOf(lines[own] ?? '').length;
  const isEdge = (at: number): boolean =>
    indentOf(lines[at] ?? '').length <= indent && goesOn.test((lines[at] ?? '').trim());
  let from = own + 1;
  // A head may have parameters on lines of their own.
  const isOpened = /(?:[{[:]|\bdo(?:\s*\|.*\|)?|[=-]>|\bfunction\s?\(.*\))\s*$/.test(
    lines[own] ?? '',
  );
  let depth = isOpened ? 0 : openBrackets(lines[own] ?? '');
  while (depth > 0 && from < end) {
    depth += openBrackets(lines[from] ?? '');
    from += 1;
  }
  // A head may have several lines, and its brace one of its own.
  while (from < end && isEdge(from) && !/^[)\]}]*\s*$/.test((lines[from] ?? '').trim())) {
    from += 1;
  }
  let to = end;
  while (to > from && (isBlank(lines[to - 1] ?? '') || isEdge(to - 1))) {
    to -= 1;
  }
  return to > from ? { from, to } : undefined;
}

/** How many round and square brackets a line leaves open, and how many around parameters of a type on lines of their own. */
export function openBrackets(line: string): number {
  const bare = line.slice(0, 2000).replaceAll(/"[^"]*"|'[^']*'/g, '');
  const opened = bare.match(/[([]|(?<!<)<\s*$/g)?.length ?? 0;
  return opened - (bare.match(/[)\]]|^\s*>|^[^<>]*(?<![\s=-])>\s*$/g)?.length ?? 0);
}
