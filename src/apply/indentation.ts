/** What an indentation is made of: a tab, or so many spaces, for each level. */
export type IndentUnit = '\t' | number;

/** How the indentation of a block becomes that of the file. */
export type IndentShift =
  /** `removed` is taken from the start of each line, and `added` put there. One of them is empty. */
  | { readonly kind: 'text'; readonly removed: string; readonly added: string }
  /** The levels of `from`, and `levels` more, in units of `to`. */
  | {
      readonly kind: 'units';
      readonly from: IndentUnit;
      readonly to: IndentUnit;
      readonly levels: number;
    };

/** Changes nothing. */
export const noShift: IndentShift = { kind: 'text', removed: '', added: '' };

export function isNoShift(shift: IndentShift): boolean {
  return shift.kind === 'text' && shift.removed === '' && shift.added === '';
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
  const [first] = pairs;
  if (first === undefined) {
    return noShift;
  }
  const shifts = [textShift(...first), unitShift(first, blockUnit, fileUnit)];
  return shifts.find(
    (shift) => shift !== undefined && pairs.every(([from, to]) => shifted(from, shift) === to),
  );
}

/** The shifts that give a line with the indentation `from` the indentation `to`. The first is the likelier one. */
export function shiftsBetween(
  from: string,
  to: string,
  blockUnit: IndentUnit | undefined,
  fileUnit: IndentUnit | undefined,
): readonly IndentShift[] {
  const units = unitShift([from, to], blockUnit, fileUnit);
  const text = textShift(from, to);
  // A width in spaces is told by few lines, and alignment may look like one.
  const hasTabs = blockUnit === '\t' || fileUnit === '\t';
  const shifts = hasTabs ? [units, text] : [text, units];
  return shifts.filter((shift) => shift !== undefined);
}

function textShift(from: string, to: string): IndentShift | undefined {
  if (to.endsWith(from)) {
    return { kind: 'text', removed: '', added: to.slice(0, to.length - from.length) };
  }
  return from.endsWith(to)
    ? { kind: 'text', removed: from.slice(0, from.length - to.length), added: '' }
    : undefined;
}

function unitShift(
  [from, to]: readonly [string, string],
  blockUnit: IndentUnit | undefined,
  fileUnit: IndentUnit | undefined,
): IndentShift | undefined {
  if (blockUnit === undefined || fileUnit === undefined || blockUnit === fileUnit) {
    return undefined;
  }
  const [before, after] = [levelsOf(from, blockUnit), levelsOf(to, fileUnit)];
  return before === undefined || after === undefined
    ? undefined
    : { kind: 'units', from: blockUnit, to: fileUnit, levels: after - before };
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

function shifted(indent: string, shift: IndentShift): string | undefined {
  if (shift.kind === 'text') {
    return indent.startsWith(shift.removed)
      ? shift.added + indent.slice(shift.removed.length)
      : undefined;
  }
  const levels = levelsOf(indent, shift.from);
  const shiftedLevels = levels === undefined ? -1 : levels + shift.levels;
  return shiftedLevels < 0 ? undefined : unitText(shift.to).repeat(shiftedLevels);
}

function unitText(unit: IndentUnit): string {
  return unit === '\t' ? unit : ' '.repeat(unit);
}

/** How many units an indentation has; undefined if it is made of something else. */
function levelsOf(indent: string, unit: IndentUnit): number | undefined {
  const text = unitText(unit);
  const levels = indent.length / text.length;
  return Number.isInteger(levels) && text.repeat(levels) === indent ? levels : undefined;
}

/** Wider steps are alignment. In spaces. */
const widestUnit = 8;

/**
 * The unit of the indentation of a text: a tab if most indented lines begin with one, else the step by which most lines
 * are indented further than the line before them. Undefined if no line is.
 */
export function indentUnit(lines: readonly string[]): IndentUnit | undefined {
  const steps = new Map<IndentUnit, number>();
  const count = (unit: IndentUnit): void => void steps.set(unit, (steps.get(unit) ?? 0) + 1);
  let before = 0;
  for (const line of lines) {
    if (line.trim() === '') {
      continue;
    }
    const indent = indentOf(line);
    if (indent.startsWith('\t')) {
      count('\t');
      before = 0;
      continue;
    }
    const step = indent.length - before;
    if (step > 1 && step <= widestUnit) {
      count(step);
    }
    before = indent.length;
  }
  return [...steps].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
