import type { LeftOut } from '../../apply/code/codePlan.ts';
import { lineHunks } from '../../apply/lines/lineHunks.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import type { LineRange } from '../../apply/placeEdit.ts';

/** A text that is proposed for a file, and the lines of it that the reply leaves out, in order. */
export interface PlannedText {
  readonly text: string;
  readonly leftOut?: readonly LeftOut[] | undefined;
}

/** Lines of a text that a reply leaves out, and as what they were planned. */
export interface FoundPart extends LineRange {
  readonly planned: LeftOut;
}

/**
 * Where the lines that a reply leaves out are in a text that was made of the planned one by any edits. Those of which a
 * line was changed, removed or parted from the others are not found; they are again once that is undone.
 */
export function partsIn(now: string, { text, leftOut = [] }: PlannedText): readonly FoundPart[] {
  const hunks = leftOut.length === 0 ? [] : lineHunks(text, now);
  const [old, lines] = hunks.length === 0 ? [[], []] : [lineTexts(text), lineTexts(now)];
  const found: FoundPart[] = [];
  let [next, shift] = [0, 0];
  for (const planned of leftOut) {
    const { from, to } = planned;
    for (let above = hunks[next]; above !== undefined; above = hunks[(next += 1)]) {
      if (above.before[1] > from) {
        break;
      }
      shift = above.after[1] - above.before[1];
    }
    const first = hunks[next];
    const start = first !== undefined && first.before[0] < from ? first.after[0] : from + shift;
    let end = to + shift;
    for (let at = next, one = hunks[at]; one !== undefined && one.before[0] < to;) {
      end = one.after[1] + Math.max(0, to - one.before[1]);
      at += 1;
      one = hunks[at];
    }
    // Of equal lines, a comparison may take others for the new ones: then what is around the lines tells where they are.
    const wanted = old.slice(from, to);
    const at = [start, end - (to - from)].find(
      (line) =>
        line >= (found.at(-1)?.to ?? 0) &&
        wanted.every((one, index) => one === lines[line + index]),
    );
    if (at !== undefined) {
      found.push({ from: at, to: at + to - from, planned });
    }
  }
  return found;
}

/** What is left out of a file for which two blocks were planned, `later` on the text of `earlier`. */
export function afterBoth(earlier: PlannedText | undefined, later: PlannedText): PlannedText {
  const { text, leftOut = [] } = later;
  const known = new Set(leftOut.flatMap(linesOf));
  const others = (earlier === undefined ? [] : partsIn(text, earlier))
    .filter((part) => !linesOf(part).some((line) => known.has(line)))
    .map(({ from, to, planned: { name } }) => ({ from, to, name }));
  return { text, leftOut: [...others, ...leftOut].toSorted((a, b) => a.from - b.from) };
}

/**
 * What is left out of a file by several blocks of a reply together, in the order in which they were planned: not what one of
 * them leaves out and another one has.
 */
export function leftOutOfAll(
  plans: readonly (PlannedText & { readonly code: string })[],
): PlannedText | undefined {
  const codes = plans.map(({ code }) => new Set(trimmedLines(code)));
  const counts = new Map<string, number>();
  for (const line of codes.flatMap((code) => [...code])) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  let all: PlannedText | undefined;
  for (const [index, { text, leftOut = [] }] of plans.entries()) {
    const lines = trimmedLines(text);
    const isElsewhere = (line: string): boolean =>
      (counts.get(line) ?? 0) > (codes[index]?.has(line) === true ? 1 : 0);
    const missing = leftOut.filter(({ from, to }) => !lines.slice(from, to).every(isElsewhere));
    all = afterBoth(all, { text, leftOut: missing });
  }
  return all;
}

function trimmedLines(text: string): readonly string[] {
  return lineTexts(text).map((line) => line.trim());
}

/**
 * The lines that go with a part when it is deleted: blank lines on one side of it, where they would be doubled, or the first
 * or last ones of a block.
 */
export function withBlankLines(text: string, { from, to }: LineRange): LineRange {
  const lines = lineTexts(text);
  const own = indentOf(lines[from]);
  const isEdge = (line: number): boolean => indentOf(lines[line]) < own;
  if (!isEdge(from - 1) || !isEdge(to)) {
    return { from, to };
  }
  const above = lines.slice(0, from).findLastIndex((line) => indentOf(line) >= 0) + 1;
  const below = lines.slice(to).findIndex((line) => indentOf(line) >= 0);
  return above < from ? { from: above, to } : { from, to: below === -1 ? to : to + below };
}

/** -1 for a blank line, and outside of the text. */
function indentOf(line: string | undefined): number {
  return line?.search(/\S/) ?? -1;
}

function linesOf({ from, to }: LineRange): readonly number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
