import { withoutBlankEdges } from '../../lines/blankLines.ts';
import type { LineRange } from '../../lines/textLines.ts';
import type { CodePair } from '../items/codeText.ts';
import { fitImports } from '../imports/fitImports.ts';
import { assignLevels, type Level } from '../items/assignLevels.ts';
import { groupedBy, idOf, type Item, linesOf } from '../items/item.ts';
import { pairItems } from '../items/pairItems.ts';
import { Refused, unlessRefused } from '../../plan/refused.ts';
import { composeLevel } from './composeItems.ts';
import { type Composing, isMarked, marksOf } from './composing.ts';
import { type FittedLines, flatItems, linesIn } from './fitLines.ts';
import { indentedAs } from './indented.ts';
import type { Piece } from './piece.ts';

/** A block and its file, and the lines of the file that the user has selected or attached. */
export interface CodeFit extends CodePair {
  readonly within?: LineRange | undefined;
}

/** The file as a block makes it, or the places among which the user has to choose. */
export type Fitted =
  | { readonly kind: 'fitted'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'several'; readonly places: readonly LineRange[] };

/** Whether a block states a file from its first item to its last, or has more of it than it lacks, in order. */
export function isWholeFile({ block, file, ...fit }: CodeFit, byEnds = false): boolean {
  const all = composing({ block, file, ...fit }, true);
  const theirs = file.items.filter(isCode);
  const lacksImports = theirs.some(isImport) && !block.items.some(isImport);
  const ours = block.items.filter(isCode);
  const ids = new Set(block.items.map(idOf));
  const isThere = (item: Item): boolean => ids.has(idOf(item));
  // One alone says nothing of the rest, even if it is all that the file has.
  const isLone = ours.length < 2 && file.items.filter(isThere).length < 2;
  if (block.isMembers || theirs.length === 0 || isLone || isMarked(all, levelOf(block))) {
    return false;
  }
  // The comments before the first and behind the last are of the edge, too.
  const isEdge = (items: readonly Item[], at: 0 | -1): boolean => {
    const [line, other] = [block, file].map(({ lines }) => withoutBlankEdges(lines).at(at)?.trim());
    return items.some(isThere) || (line === other && /[\p{L}\p{N}]/u.test(line ?? ''));
  };
  const first = isEdge(file.items.slice(0, file.items.findIndex(isCode) + 1), 0);
  const last = isEdge(file.items.slice(file.items.findLastIndex(isCode)), -1);
  const shared = theirs.filter(isThere);
  // More than it lacks, which is the same once it is applied.
  const lacked = theirs.filter((item) => !isThere(item));
  const isMost = shared.length > 1 && !shared.every(isImport) && linesOf(ours) > linesOf(lacked);
  const isLong = isMost && !lacksImports && isInOrder(block.items, shared);
  return (first && last) || (!byEnds && isLong);
}

/** Whether items are in the order of others. */
function isInOrder(items: readonly Item[], others: readonly Item[]): boolean {
  const places = new Map(items.map((item, at) => [idOf(item), at]));
  const found = others.map((item) => places.get(idOf(item)) ?? -1);
  return found.every((place, at) => place >= (found[at - 1] ?? -1));
}

function isImport({ kind }: Item): boolean {
  return kind === 'import';
}

function isCode({ kind }: Item): boolean {
  return kind !== 'comment';
}

function isNamed({ kind }: Item): boolean {
  return kind === 'named';
}

function levelOf({ items, lines }: CodePair['block']): Level {
  return { items, range: { from: 0, to: lines.length } };
}

/** `top`: what the block has at the top of the file. */
function composing(fit: CodeFit, isWhole: boolean, top = fit.block.items): Composing {
  const { block, file } = fit;
  const texts = groupedBy(file.lines, (line) => line.trim());
  const heads = new Set(file.items.filter(isImport).map(({ head }) => head));
  const known = new Set(file.items.filter(isNamed).flatMap(({ names }) => names));
  const imports = block.items.filter((item) => isImport(item) && !heads.has(item.head));
  const brought = new Set([
    ...imports.flatMap(({ names }) => names),
    ...top.filter(isNamed).flatMap(({ names }) => names.filter((name) => !known.has(name))),
  ]);
  const timesIn = (line: string): number => texts.get(line.trim())?.length ?? 0;
  const isKnown = (line: string): boolean => timesIn(line) > 0;
  return {
    ...fit,
    isWhole,
    hasEnds: false,
    timesIn,
    isKnown,
    brought,
    isUnused: () => false,
    imports: new Map(),
  };
}

/** A block that states the whole file. */
export function fitWhole(fit: CodeFit): Fitted {
  const { block, file, language } = fit;
  const own = { ...block, lines: indentedAs(block, file, '', undefined) };
  const hasEnds = isWholeFile(fit, true);
  const all = { ...composing({ ...fit, block: own }, true), hasEnds };
  const pieces = composeLevel(all, levelOf(own), levelOf(file));
  // An import is not needed that is not used, and was, or only brings a name.
  const [before, after] = [file.lines, pieces.flatMap(({ lines }) => lines)].map(countWords);
  const isUnused = (item: Item): boolean => {
    const { names } = item;
    const own = countWords(file.lines.slice(item.own, item.to));
    const isUsed = (name: string, counts = own): boolean =>
      (counts.get(name) ?? 0) > (own.get(name) ?? 0);
    // In some languages an import does something without its name being used.
    const isPlain = explicit.has(language ?? '') || names.some((name) => isUsed(name, before));
    return names.length > 0 && isPlain && names.every((name) => !isUsed(name, after));
  };
  // A block without imports, or without the ends of the file, says nothing of those that it lacks.
  const isTold = hasEnds && block.items.some(isImport);
  const whole = isTold ? composeLevel({ ...all, isUnused }, levelOf(own), levelOf(file)) : pieces;
  return { kind: 'fitted', pieces: whole };
}

/** Languages in which an import only brings a name, if it brings one. */
const explicit: ReadonlySet<string> = new Set(['go', 'java', 'python']);

/** How often each name stands in lines. */
export function countWords(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    for (const [word] of line.slice(0, 5000).matchAll(/[\p{L}\p{N}_$]+/gu)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

/** More items are not placed next to each other. */
const mostItems = 10_000_000;

/** A block with some of the items of a file, or of a class in it. */
export function fitPart(fit: CodeFit): Fitted {
  const { block, file, language, within } = fit;
  if (block.items.length * file.items.length > mostItems) {
    throw new Refused('large');
  }
  // What is before the first heading of a part is the end of something.
  if (language === 'markdown' && block.items[0]?.kind === 'statement') {
    throw new Refused('notFound');
  }
  // A block that marks what it leaves out says where its imports are.
  const marks = marksOf(composing(fit, false), levelOf(block));
  const hasMarks = marks.length > 0;
  const others = block.items.filter((item) => hasMarks || !isImport(item));
  const imports = hasMarks ? new Map<Item, readonly string[]>() : fitImports(fit);
  const isOnlyImports = others.every(({ kind }) => kind === 'comment');
  if (isOnlyImports && (imports.size === 0 || others.length > 0)) {
    throw new Refused('notFound');
  }
  const found = isOnlyImports
    ? ({ kind: 'levels', levels: new Map<readonly Item[], readonly Item[]>() } as const)
    : assignLevels(others, fit, within);
  if (found.kind === 'several') {
    return found;
  }
  if (found.kind === 'none') {
    throw new Refused('new', others.find(({ kind }) => kind === 'named')?.name);
  }
  checkKnown(fit, marks);
  const { levels } = found;
  const top = levels.get(file.items) ?? [];
  const all = composing({ ...fit, block: indentedParts(fit, levels) }, false, top);
  const own = { items: top, range: { from: 0, to: block.lines.length } };
  return { kind: 'fitted', pieces: composeLevel({ ...all, levels, imports }, own, levelOf(file)) };
}

/** Between marks at the top, something of the file must be there: a line, an import, or a name that only one line of it begins with. */
function checkKnown({ block, file }: CodeFit, marks: readonly number[]): void {
  const known = new Set(file.lines.map((line) => line.trim()));
  const imported = new Set(file.items.filter(isImport).map(({ key }) => key));
  for (const [at, to] of marks.length === 0 ? [] : [...marks, block.lines.length].entries()) {
    const from = (marks[at - 1] ?? -1) + 1;
    const said = block.lines.slice(from, to).filter((line) => /[\p{L}\p{N}]/u.test(line));
    const isKnown = said.length === 0 || said.some((line) => known.has(line.trim()));
    const own = flatItems(block.items).filter((item) => item.own >= from && item.own < to);
    const isOnly = ({ name, kind, key }: Item): boolean =>
      (kind === 'import' && imported.has(key)) ||
      (kind === 'named' &&
        file.lines.filter((line) => line.trim().split(/[^\p{L}\p{N}_$.-]/u, 1)[0] === name)
          .length === 1);
    if (!isKnown && !own.every(isOnly)) {
      throw new Refused('elision');
    }
  }
}

/**
 * The lines of a block whose items are indented as those of the file that they stand for, with what is between them; new
 * ones as the one before them, or else as the first.
 */
function indentedParts(
  fit: CodeFit,
  levels: ReadonlyMap<readonly Item[], readonly Item[]>,
): CodeFit['block'] {
  const { block, file, within } = fit;
  const lines = [...block.lines];
  const starts = block.items.map(({ from }) => from);
  for (const [old, items] of levels) {
    const pairs = pairItems(
      { lines: block.lines, items },
      { lines: file.lines, items: old },
      { isPart: true, within },
    );
    const first = [...pairs.keys()].toSorted((a, b) => a - b)[0] ?? 0;
    let [sample, other] = [items[first], old[pairs.get(first) ?? 0]];
    for (const [at, item] of items.entries()) {
      const theirs = pairs.get(at);
      const isPaired = theirs !== undefined;
      [sample, other] = isPaired ? [item, old[theirs]] : [sample, other];
      if (sample === undefined || other === undefined) {
        continue;
      }
      const next = starts.find((from) => from >= item.to) ?? block.lines.length;
      const texts = block.lines
        .slice(item.from, next)
        .map((line, index) => (block.marks.has(item.from + index) ? '' : line));
      // What tells the indentation of a new one is above it.
      const shown = isPaired ? [] : block.lines.slice(sample.from, sample.to);
      const from = item.from < item.own || !isPaired ? other.from : other.own;
      const shifted = indentedAs(
        { lines: [...shown, ...texts], unit: block.unit },
        { lines: file.lines.slice(from, other.to), unit: file.unit },
        item.name,
        file.lines[from],
      );
      shifted.slice(shown.length).forEach((line, index) => {
        lines[item.from + index] = line;
      });
    }
  }
  return { ...block, lines };
}

/** Lines out of a file, and whether they may be the whole of something; undefined if their place is not certain. */
export function fitLines(fit: CodeFit): FittedLines | undefined {
  const found = unlessRefused(() => linesIn(fit));
  return 'pieces' in found ? found : undefined;
}
