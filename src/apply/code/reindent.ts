import {
  indentOf,
  isNoShift,
  type IndentShift,
  shiftedLine,
  shiftsBetween,
} from '../indentation.ts';
import type { LineRange } from '../placeEdit.ts';
import type { CodeText } from './codeText.ts';

/**
 * The shift that gives code of a block the indentation of the file: `line` of the block stands for `fileLine`, and of
 * several the one is taken that makes most lines those of `region`. Undefined if there is none.
 */
export function shiftFor(
  { block, file }: { readonly block: CodeText; readonly file: CodeText },
  code: LineRange,
  region: LineRange,
  [line, fileLine]: readonly [number, number],
): IndentShift | undefined {
  const [from, to] = [indentOf(block.lines[line] ?? ''), indentOf(file.lines[fileLine] ?? '')];
  const known = new Set(file.lines.slice(region.from, region.to).map((one) => one.trimEnd()));
  const lines = block.lines.slice(code.from, code.to).filter((one) => one.trim() !== '');
  let best: { shift: IndentShift; same: number } | undefined;
  for (const shift of shiftsBetween(from, to, block.unit, file.unit)) {
    const shifted = lines.map((one) => shiftedLine(one, shift));
    const same = shifted.filter((one) => one !== undefined && known.has(one.trimEnd())).length;
    if (!shifted.includes(undefined) && (best === undefined || same > best.same)) {
      best = { shift, same };
    }
  }
  return best?.shift;
}

/**
 * The lines of a block with the indentation of the file; undefined if one cannot be shifted, or is in a text of several
 * lines, in which white space counts, and is new.
 */
export function reindented(
  lines: readonly string[],
  shift: IndentShift,
  region: readonly string[],
): readonly string[] | undefined {
  const shifted = lines.map((line) => shiftedLine(line, shift));
  if (!shifted.every((line) => line !== undefined)) {
    return undefined;
  }
  if (isNoShift(shift)) {
    return shifted;
  }
  const known = new Set(region);
  let isInText = false;
  for (const [index, line] of lines.entries()) {
    if (isInText && line.trim() !== '' && !known.has(shifted[index] ?? '')) {
      return undefined;
    }
    const quotes = line.match(/`|"""|'''/g)?.length ?? 0;
    isInText = quotes % 2 === 1 ? !isInText : isInText;
  }
  return shifted;
}
