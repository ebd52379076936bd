import { type IndentUnit, indentUnit } from '../apply/indentation.ts';
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

function withoutBlankEdges(lines: readonly string[]): readonly string[] {
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
  const fitted = base !== '' && given === '' ? shifted(converted, base, before) : converted;
  const isUnchanged = fitted.join('\n') === before.join('\n');
  // If only the indentation is different, it is what was asked for, unless it was merely left out.
  return isUnchanged && indentOf(code[0] ?? '') !== '' ? code : fitted;
}

/** Each line indented by `base` more. A line that the original has at the margin stays there. */
function shifted(
  lines: readonly string[],
  base: string,
  before: readonly string[],
): readonly string[] {
  const outside = new Set(before.filter((line) => !line.startsWith(base)));
  return lines.map((line) => (isBlank(line) || outside.has(line) ? line : base + line));
}

/** The code with tabs in place of spaces, or the reverse, if the original is indented by only one of them. */
function inUnitOf(
  code: readonly string[],
  before: readonly string[],
  unit: IndentUnit | undefined,
): readonly string[] {
  const [from, to] = [indentSigns(code), indentSigns(before) ?? signOf(unit)];
  if (from === undefined || to === undefined || from === 'both' || to === 'both' || from === to) {
    return code;
  }
  const width = from === '\t' ? (indentUnit(before) ?? unit) : indentUnit(code.filter(isNoAside));
  if (width === undefined || width === '\t') {
    return code;
  }
  return code.map((line) => {
    const indent = indentOf(line);
    const changed =
      from === '\t'
        ? ' '.repeat(width).repeat(indent.length)
        : '\t'.repeat(Math.floor(indent.length / width)) + ' '.repeat(indent.length % width);
    return changed + line.slice(indent.length);
  });
}

/** Whether a line is none within a comment, which is indented by one space more. */
function isNoAside(line: string): boolean {
  return !/^[\t ]*\*/.test(line);
}

/** What the indented lines begin with; undefined if none is indented. */
function indentSigns(lines: readonly string[]): '\t' | ' ' | 'both' | undefined {
  const signs = new Set(
    lines.filter((line) => !isBlank(line) && /^[\t ]/.test(line)).map((line) => line.charAt(0)),
  );
  if (signs.size === 2) {
    return 'both';
  }
  return signs.has('\t') ? '\t' : signs.has(' ') ? ' ' : undefined;
}

function signOf(unit: IndentUnit | undefined): '\t' | ' ' | undefined {
  return typeof unit === 'number' ? ' ' : unit;
}

function indentOf(line: string): string {
  return /^[\t ]*/.exec(line)?.[0] ?? '';
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}
