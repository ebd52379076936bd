import { indentOf, indentUnit, noShift, shiftedLine, shiftsBetween } from '../apply/indentation.ts';
import { isBlank } from '../apply/lines/blankLines.ts';
import { lineTexts } from '../apply/lines/textLines.ts';
import { type Part, textOf } from './part.ts';

/** In these, the unit of indentation is looked for. In characters. */
const unitLength = 200_000;

/**
 * The lines of a reply, which begin with none that is blank, with the indentation of a part where the model has left that out or
 * written spaces for tabs.
 */
export function fitLines(lines: readonly string[], part: Part): readonly string[] {
  const [first, ...others] = lines;
  if (first === undefined) {
    return lines;
  }
  if (/[^\r\n]$/.test(part.before)) {
    // What is before it in the line stays, so that it has the indentation already.
    return [first.trimStart(), ...others];
  }
  const old = lineTexts(part.code);
  const converted = inUnitOf(lines, old, part);
  const base = indentOf(old[0] ?? '');
  const isLeftOut = base !== '' && indentOf(converted[0] ?? '') === '';
  const fitted = isLeftOut ? indentedBy(base, converted, old) : converted;
  // If only the indentation is different, it is what was asked for, unless it was merely left out.
  const isUnchanged = fitted.join('\n') === old.join('\n');
  return isUnchanged && indentOf(first) !== '' ? lines : fitted;
}

/** The lines with the indentation that a model has left out: that of all of them, or of the first one alone. */
function indentedBy(
  base: string,
  lines: readonly string[],
  old: readonly string[],
): readonly string[] {
  // A line that was at the margin stays there.
  const outside = new Set(old.filter((line) => !line.startsWith(base)));
  const isInside = (line: string): boolean => !isBlank(line) && !outside.has(line);
  const [first = '', ...others] = lines;
  const inside = others.filter(isInside);
  const [next = base] = inside;
  // The next line is indented further just where the first one goes on in it.
  const isAlone =
    inside.every((line) => line.startsWith(base)) &&
    goesOn(first, next) === indentOf(next).length > base.length;
  return isAlone
    ? [base + first, ...others]
    : lines.map((line) => (isInside(line) ? base + line : line));
}

/** Whether a line ends within something, or the next one begins there. */
function goesOn(line: string, next: string): boolean {
  return (
    /[^\p{L}\p{N}\s_;)\]}>'"`]$/u.test(line.slice(-20).trimEnd()) ||
    /^\s*[.?&|+]/.test(next.slice(0, 500))
  );
}

/** The lines with tabs in place of spaces, or the reverse, if the part, or else its text, has the other of them. */
function inUnitOf(lines: readonly string[], old: readonly string[], part: Part): readonly string[] {
  const from = indentUnit(lines);
  const to = indentUnit(old) ?? indentUnit(lineTexts(textOf(part).slice(0, unitLength)));
  const isOther = (from === '\t') !== (to === '\t');
  const [shift = noShift] = isOther ? shiftsBetween('', '', from, to) : [];
  return lines.map((line) => shiftedLine(line, shift) ?? line);
}
