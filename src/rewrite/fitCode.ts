import { indentOf, type IndentUnit, indentUnit } from '../apply/indentation.ts';
import { type LineEnd, lineTexts, textLines } from '../apply/lines/textLines.ts';

/** The code that a reply replaces. */
export interface Original {
  readonly text: string;
  readonly lineEnd: Exclude<LineEnd, ''>;
  /** There is code before it in its first line. */
  readonly startsInLine: boolean;
  /** How the file around it is indented, if that is known. */
  readonly unit?: IndentUnit | undefined;
}

/**
 * The lines of a reply as they stand in the file: with its line ends, the blank lines at the edges of the original, and
 * its indentation where the model has left that out or written spaces for tabs.
 */
export function fitCode(code: readonly string[], original: Original): string {
  const { before, core, after } = parts(original.text);
  const lines = withoutBlankEdges(code);
  const fitted = indented(lines, lineTexts(core), original);
  // Without lines in its place, the blank lines before and after would be left over.
  return fitted.length === 0 ? '' : before + fitted.join(original.lineEnd) + after;
}

/** The same for lines of a reply that has not ended: without the blank lines at the end of the original. */
export function fitArrived(code: readonly string[], original: Original): readonly string[] {
  const { before, core } = parts(original.text);
  return [...lineTexts(before), ...indented(withoutBlankEdges(code), lineTexts(core), original)];
}

/** A text by its blank lines at the start, and its last line end with the blank lines after it. */
function parts(text: string): {
  readonly before: string;
  readonly core: string;
  readonly after: string;
} {
  const lines = textLines(text);
  const first = lines.find((line) => !isBlank(line.text));
  const last = lines.findLast((line) => !isBlank(line.text));
  if (first === undefined || last === undefined) {
    const end = lines.at(-1)?.lineEnd ?? '';
    return { before: '', core: '', after: end };
  }
  const end = last.end - last.lineEnd.length;
  return {
    before: text.slice(0, first.start),
    core: text.slice(first.start, end),
    after: text.slice(end),
  };
}

/** Without the blank lines at its edges. */
export function withoutBlankEdges(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  const last = lines.findLastIndex((line) => !isBlank(line));
  return first === -1 ? [] : lines.slice(first, last + 1);
}

function indented(
  code: readonly string[],
  before: readonly string[],
  { startsInLine, unit }: Original,
): readonly string[] {
  if (startsInLine) {
    const [first = '', ...others] = code;
    // What is before it in the line stays, so that it has the indentation already.
    return code.length === 0 ? code : [first.trimStart(), ...others];
  }
  const converted = inUnitOf(code, before, unit);
  const [base, given] = [indentOf(before[0] ?? ''), indentOf(converted[0] ?? '')];
  const fitted = base !== '' && given === '' ? indentedBy(base, converted, before) : converted;
  const isUnchanged = fitted.join('\n') === before.join('\n');
  // If only the indentation is different, it is what was asked for, unless it was merely left out.
  return isUnchanged && indentOf(code[0] ?? '') !== '' ? code : fitted;
}

/**
 * The lines with the indentation that a model has left out: that of all of them, or of the first one alone. A line that
 * the original has at the margin stays there.
 */
function indentedBy(
  base: string,
  lines: readonly string[],
  before: readonly string[],
): readonly string[] {
  const outside = new Set(before.filter((line) => !line.startsWith(base)));
  const isInside = (line: string): boolean => !isBlank(line) && !outside.has(line);
  const shifted = lines.map((line) => (isInside(line) ? base + line : line));
  const [first = '', ...others] = lines;
  const alone = [base + first, ...others];
  const inside = others.filter(isInside);
  // Where the first line goes on in the next one, that is indented further.
  const least = goesOn(first, inside[0] ?? '') ? `${base} ` : base;
  const isDeeper = indentOf(inside[0] ?? '').length >= least.length;
  const isPossible = isDeeper && inside.every((line) => line.startsWith(base));
  const known = new Set(before);
  const same = (list: readonly string[]): number => list.filter((line) => known.has(line)).length;
  return isPossible && same(alone) >= same(shifted) ? alone : shifted;
}

/** Whether a line ends within something, or the next one begins there. */
function goesOn(line: string, next: string): boolean {
  return (
    /[^\p{L}\p{N}\s_;)\]}>'"`]$/u.test(line.slice(-20).trimEnd()) ||
    /^\s*[.?&|+]/.test(next.slice(0, 500))
  );
}

/** The code with tabs in place of spaces, or the reverse, if the original is indented by the other of them. */
function inUnitOf(
  code: readonly string[],
  before: readonly string[],
  unit: IndentUnit | undefined,
): readonly string[] {
  // Lines within a comment are indented by one space more.
  const from = indentUnit(code.filter((line) => !/^[\t ]*\*/.test(line)));
  const to = indentUnit(before) ?? unit;
  return code.map((line) => {
    const indent = indentOf(line);
    if (from === '\t' && typeof to === 'number') {
      return indent.replaceAll('\t', ' '.repeat(to)) + line.slice(indent.length);
    }
    if (typeof from !== 'number' || to !== '\t') {
      return line;
    }
    const spaces = indent.replaceAll('\t', ' '.repeat(from)).length;
    const changed = '\t'.repeat(spaces / from) + ' '.repeat(spaces % from);
    return changed + line.slice(indent.length);
  });
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}
