import { isNoShift, shiftsBetween } from '../indentation.ts';
import { anchoredDifferences } from '../lines/anchoredDifferences.ts';
import type { CodeFit, CodeText } from './codeText.ts';
import type { CodeRefusal } from './codePlan.ts';
import { lineProblem } from './fitRegion.ts';
import { contentProblem } from './items/itemGuards.ts';
import { type Changes, isRefusal, type LineChange, refused } from './lineChange.ts';
import { matchItems } from './items/matchItems.ts';
import type { Item } from './items/outline.ts';
import { reindented } from './reindent.ts';

/** A whole file may lose so much of its lines. */
const mostRemoved = 0.3;

/**
 * Changes for a block that is the whole file: everything of the file is in it, by name or word by word. Undefined if it
 * is a part.
 */
export function fitWhole(
  fit: CodeFit,
  items: readonly Item[],
  old: readonly Item[],
): Changes | undefined {
  const { block } = fit;
  const matches = matchItems(items, old);
  if (block.marks.size > 0 || block.isMembers || isRefusal(matches)) {
    return undefined;
  }
  const matched = new Set(matches.values());
  const words = new Set(block.lines.join('\n').match(/[\p{L}\p{N}_$]+/gu) ?? []);
  const imports = old.filter(({ kind }) => kind === 'import');
  const isImportKept = imports.length === 0 || items.some(({ kind }) => kind === 'import');
  const lacks = old.filter((item, at) => !matched.has(at) && !isUnusedImport(fit, item, words));
  const shown = new Set(block.lines.map((line) => line.trim()));
  const losesComment = old.some((item) =>
    fit.file.lines.slice(item.from, item.own).some((line) => !shown.has(line.trim())),
  );
  const named = old.filter(({ kind }) => kind === 'named' || kind === 'statement');
  if (!isImportKept || lacks.length > 0 || losesComment || named.length === 0) {
    return undefined;
  }
  let last = -1;
  for (const [at, theirs] of [...matches].toSorted(([a], [b]) => a - b)) {
    const [item, other] = [items[at], old[theirs]];
    if (
      item === undefined ||
      other === undefined ||
      other.kind === 'import' ||
      other.kind === 'comment'
    ) {
      continue;
    }
    const problem = theirs < last ? 'moved' : wholeProblem(fit, item, other);
    if (problem === 'part') {
      return undefined;
    }
    if (problem !== undefined) {
      return refused(problem, item.name);
    }
    last = theirs;
  }
  return wholeChanges(fit);
}

/** An import that is gone, and so is everything it brings. */
function isUnusedImport({ file }: CodeFit, item: Item, words: ReadonlySet<string>): boolean {
  if (item.kind !== 'import') {
    return false;
  }
  const text = file.lines.slice(item.own, item.to).join('\n');
  // What stands in quotes is where it comes from.
  const bare = text.replaceAll(/"[^"\n]*"|'[^'\n]*'/g, '');
  const brought = (bare.match(/[\p{L}\p{N}_$]+/gu) ?? []).filter((word) => !importWords.has(word));
  const isKept = brought.length === 0 || brought.some((word) => words.has(word));
  return !isKept;
}

const importWords: ReadonlySet<string> = new Set([
  'import',
  'from',
  'type',
  'as',
  'const',
  'let',
  'var',
  'require',
  'use',
  'static',
]);

/** What is wrong with an item or a member of it; `part` if it lacks some of its members. */
function wholeProblem(fit: CodeFit, item: Item, old: Item): CodeRefusal | 'part' | undefined {
  const problem = contentProblem(fit, item, old);
  if (problem !== undefined || old.members === undefined || item.members === undefined) {
    return problem;
  }
  const matches = matchItems(item.members, old.members);
  if (isRefusal(matches)) {
    return matches.reason;
  }
  const matched = new Set(matches.values());
  if (old.members.some(({ kind }, at) => !matched.has(at) && kind !== 'comment')) {
    return 'part';
  }
  for (const [own, theirs] of matches) {
    const [one, other] = [item.members[own], old.members[theirs]];
    const inner = one && other && other.kind !== 'comment' && wholeProblem(fit, one, other);
    if (inner) {
      return inner;
    }
  }
  return undefined;
}

/** The lines of a block with the indentation that the file is made of; undefined if one cannot be indented so. */
function inStyle(block: CodeText, file: CodeText): readonly string[] | undefined {
  const known = new Set(file.lines.map((line) => line.trimEnd()));
  const units = shiftsBetween('', '', block.unit, file.unit).find((shift) => !isNoShift(shift));
  const count = (lines: readonly string[]): number =>
    lines.filter((line) => known.has(line.trimEnd())).length;
  if (units === undefined) {
    return block.lines;
  }
  const shifted = reindented(block.lines, units, file.lines);
  // Which of the two is meant shows in the lines that are in the file.
  const isShifted = shifted !== undefined && count(shifted) > count(block.lines);
  const lines = isShifted ? shifted : block.lines;
  return count(lines) * 2 > lines.length ? lines : undefined;
}

/** What differs between the two as texts. Blank lines at the end of the file stay. */
export function wholeChanges({ block, file }: CodeFit): Changes {
  const end = file.lines.findLastIndex((line) => line.trim() !== '') + 1;
  const theirs = file.lines.slice(0, end);
  const own = inStyle(block, file);
  if (own === undefined) {
    return refused('indent');
  }
  const differences = anchoredDifferences(
    theirs.map((line) => line.trimEnd()),
    own.map((line) => line.trimEnd()),
  );
  if (differences === undefined) {
    return refused('large');
  }
  const problem = lineProblem(own, theirs, file.language);
  if (problem !== undefined) {
    return refused(problem);
  }
  const changes = differences.map(({ before: { from, to }, after }): LineChange => {
    const quoted = { from: Math.max(0, from - 1), to: Math.min(file.lines.length, to + 1) };
    return { from, to, lines: own.slice(after.from, after.to), quoted };
  });
  const removed = changes.reduce(
    (sum, { from, to, lines }) => sum + Math.max(0, to - from - lines.length),
    0,
  );
  return removed > Math.max(3, theirs.length * mostRemoved) ? refused('removes') : changes;
}
