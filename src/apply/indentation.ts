/** What an indentation is made of: a tab, or so many spaces, for each level. */
export type IndentUnit = '\t' | number;

/**
 * How the indentation of a block becomes that of the file: `removed` is taken from the start of each line, and `added` put
 * there. With units, these are levels, one tab each, of lines that are made of whole `unit`s and become such of `fileUnit`s.
 */
export interface IndentShift {
  readonly removed: string;
  readonly added: string;
  readonly unit: string;
  readonly fileUnit: string;
}

/** Changes nothing. */
export const noShift: IndentShift = { removed: '', added: '', unit: '', fileUnit: '' };

export function isNoShift(shift: IndentShift): boolean {
  return Object.values(shift).every((text) => text === '');
}

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
    pairs.every(([own, other]) => shifted(own, shift) === other),
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
  return { removed, added, unit, fileUnit };
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

function shifted(
  indent: string,
  { removed, added, unit, fileUnit }: IndentShift,
): string | undefined {
  const own = levelsOf(indent, unit);
  if (own?.startsWith(removed) !== true) {
    return undefined;
  }
  const levels = added + own.slice(removed.length);
  return fileUnit === '' ? levels : levels.replaceAll('\t', fileUnit);
}

/** A line with the indentation of the file; undefined if the shift does not fit it. Blank lines get none. */
export function shiftedLine(line: string, shift: IndentShift): string | undefined {
  if (isNoShift(shift)) {
    return line;
  }
  if (line.trim() === '') {
    return '';
  }
  const indent = indentOf(line);
  const changed = shifted(indent, shift);
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
