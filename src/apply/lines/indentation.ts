/** What an indentation is made of: a tab, or so many spaces, for each level. */
export type IndentUnit = '\t' | number;

/** How the indentation of a line of a block becomes that of the file; undefined where it cannot. */
export type IndentShift = (indent: string) => string | undefined;

/** Changes nothing. */
export const noShift: IndentShift = (indent) => indent;

/** The white space at the start of a line. */
export function indentOf(line: string): string {
  return /^[\t ]*/.exec(line)?.[0] ?? '';
}

/**
 * The one shift that gives each line of a block the indentation of the line of the file it stands for; undefined if
 * there is none. Blank lines do not count.
 */
export function commonShift(
  block: readonly string[],
  file: readonly string[],
  blockUnit: IndentUnit | undefined,
  fileUnit: IndentUnit | undefined,
): IndentShift | undefined {
  const pairs = block.flatMap((line, index) =>
    line.trim() === '' ? [] : [[indentOf(line), indentOf(file[index] ?? '')] as const],
  );
  const [from, to] = pairs[0] ?? ['', ''];
  return shiftsBetween(from, to, blockUnit, fileUnit).find((shift) =>
    pairs.every(([own, other]) => shift(own) === other),
  );
}

/** The shifts that give a line with the indentation `from` the indentation `to`. The first is the likelier one. */
export function shiftsBetween(
  from: string,
  to: string,
  blockUnit: IndentUnit | undefined,
  fileUnit: IndentUnit | undefined,
): readonly IndentShift[] {
  const text = shiftOf(from, to, '', '');
  const isOther = blockUnit !== undefined && fileUnit !== undefined && blockUnit !== fileUnit;
  const units = isOther ? shiftOf(from, to, unitText(blockUnit), unitText(fileUnit)) : undefined;
  // A width in spaces is told by few lines, and alignment may look like one.
  const hasTabs = blockUnit === '\t' || fileUnit === '\t';
  const shifts = hasTabs ? [units, text] : [text, units];
  return shifts.filter((shift) => shift !== undefined);
}

function unitText(unit: IndentUnit): string {
  return unit === '\t' ? unit : ' '.repeat(unit);
}

/** With units, the indentation is made of levels: of so many `unit`s, which become as many `fileUnit`s. */
function shiftOf(
  from: string,
  to: string,
  unit: string,
  fileUnit: string,
): IndentShift | undefined {
  const [own, other] = [levelsOf(from, unit), levelsOf(to, fileUnit)];
  if (own === undefined || other === undefined || !(own.endsWith(other) || other.endsWith(own))) {
    return undefined;
  }
  const removed = own.slice(0, Math.max(0, own.length - other.length));
  const added = other.slice(0, Math.max(0, other.length - own.length));
  if (unit === '' && from === to) {
    return noShift;
  }
  return (indent) => {
    const levels = levelsOf(indent, unit);
    if (levels?.startsWith(removed) !== true) {
      return undefined;
    }
    const shifted = added + levels.slice(removed.length);
    return fileUnit === '' ? shifted : shifted.replaceAll('\t', fileUnit);
  };
}

/**
 * An indentation as one tab for each unit, or as it is without one; undefined if it is made of something else. Lines within a
 * comment have one space more.
 */
function levelsOf(indent: string, unit: string): string | undefined {
  if (unit === '') {
    return indent;
  }
  const levels = indent.replaceAll(unit, '\t');
  const isMixed = unit !== '\t' && indent.includes('\t');
  return !isMixed && /^\t* ?$/.test(levels) ? levels : undefined;
}

/** A line with the indentation of the file; undefined if the shift does not fit it. Blank lines get none. */
export function shiftedLine(line: string, shift: IndentShift): string | undefined {
  if (shift === noShift) {
    return line;
  }
  if (line.trim() === '') {
    return '';
  }
  const indent = indentOf(line);
  const changed = shift(indent);
  return changed === undefined ? undefined : changed + line.slice(indent.length);
}

/** Wider steps are alignment. In spaces. */
const widestUnit = 8;

/**
 * The unit of the indentation of a text: a tab if most indented lines begin with one, else the step by which most lines
 * are indented further than the line before them. Undefined if no line is.
 */
export function indentUnit(lines: readonly string[]): IndentUnit | undefined {
  const steps = new Map<IndentUnit, number>();
  let before = 0;
  for (const line of lines) {
    if (line.trim() === '') {
      continue;
    }
    const indent = indentOf(line);
    const unit = indent.startsWith('\t') ? '\t' : indent.length - before;
    before = unit === '\t' ? 0 : indent.length;
    if (unit === '\t' || (unit > 1 && unit <= widestUnit)) {
      steps.set(unit, (steps.get(unit) ?? 0) + 1);
    }
  }
  return [...steps].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
