import { lineDifferences } from '../lines/lineDifferences.ts';
import type { LineRange } from '../placeEdit.ts';

/**
 * How a line begins that is nothing but a comment in one of the usual languages. `#name =` and the like are members or
 * selectors, and `*name` is code.
 */
const commentStart =
  /^(?:\/\/|#(?!\[|include|define|[\p{L}_$][\p{L}\p{N}_$-]*\s*[=;({,])|\/\*|\*(?=[\s*/]|$)|\{\s?\/\*|<!--|(?:--|[;%]+)(?=\s)|("""|''').*\1$)/u;

/** Whether a line is nothing but a comment, as far as it shows. A line within a comment need not show it. */
export function isComment(line: string): boolean {
  return commentStart.test(line.trim());
}

/** Whether a line says more than braces, `end` or a comment. */
export function isSignificant(line: string): boolean {
  const text = line.trim();
  return (
    /[\p{L}\p{N}]/u.test(text) &&
    !/^(?:end|else|pass|fi|done|esac|begin|try|do)\b\W*$/.test(text) &&
    !isComment(text)
  );
}

/** The lines that say something, without white space at their edges. */
export function significantLines(lines: readonly string[]): readonly string[] {
  return lines.filter(isSignificant).map((line) => line.trim());
}

/** Which part of the lines of `a` are in `b` too, from 0 to 1. */
export function sharedPart(a: readonly string[], b: readonly string[]): number {
  const known = new Set(b);
  return a.length === 0 ? 0 : a.filter((line) => known.has(line)).length / a.length;
}

/** Whether somewhere in lines of a file more lines that say something are gone than come; also if that cannot be told. */
export function removesSome(here: readonly string[], lines: readonly string[]): boolean {
  const differences = lineDifferences(
    here.map((line) => line.trimEnd()),
    lines.map((line) => line.trimEnd()),
  );
  return (
    differences?.some(
      ({ before, after }) => countSignificant(here, before) > countSignificant(lines, after),
    ) ?? true
  );
}

function countSignificant(lines: readonly string[], { from, to }: LineRange): number {
  return lines.slice(from, to).filter(isSignificant).length;
}
