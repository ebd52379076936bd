import { indentOf } from '../../lines/indentation.ts';
import { isBlank } from '../../lines/blankLines.ts';
import type { LineRange } from '../../lines/textLines.ts';
import type { ScannedText } from '../language/scannedLines.ts';
import { goesOn } from './lineKeys.ts';

/** The lines within something, without those that only open and close it. */
export function bodyOf(
  { lines, scan }: ScannedText,
  own: number,
  end: number,
): LineRange | undefined {
  const indent = indentOf(lines[own] ?? '').length;
  const isEdge = (at: number): boolean =>
    indentOf(lines[at] ?? '').length <= indent && goesOn(lines[at] ?? '', lines[own] ?? '');
  let from = own + 1;
  // A head may have parameters on lines of their own.
  const isOpened = /(?:[{[:]|\bdo(?:\s*\|.*\|)?|[=-]>|\bfunction\s?\(.*\))\s*$/.test(
    lines[own] ?? '',
  );
  let depth = isOpened ? 0 : openBrackets(scan[own]?.code);
  while (depth > 0 && from < end) {
    depth += openBrackets(scan[from]?.code);
    from += 1;
  }
  // A head may have several lines, and its brace one of its own.
  while (from < end && isEdge(from) && !/^[)\]}]*\s*$/.test((lines[from] ?? '').trim())) {
    from += 1;
  }
  let to = end;
  const isBehind = (line: string): boolean => isBlank(line) && indentOf(line).length <= indent;
  while (to > from && (isBehind(lines[to - 1] ?? '') || isEdge(to - 1))) {
    to -= 1;
  }
  return to > from ? { from, to } : undefined;
}

/** How many round and square brackets a line leaves open, and how many around parameters of a type on lines of their own. */
export function openBrackets(code = ''): number {
  return count(code, /[([]|(?<!<)<\s*$/g) - count(code, /[)\]]|^\s*>|^[^<>]*(?<![\s=-])>\s*$/g);
}

export function openBraces(code: string): number {
  return count(code, /\{/g) - count(code, /\}/g);
}

export function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}
