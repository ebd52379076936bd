import type { LeftOut, RefusalReason, TargetText, TextPlan } from '../plan/blockPlan.ts';
import { indentUnit } from '../lines/indentation.ts';
import { filledRange } from '../lines/blankLines.ts';
import { lineDifferences, movedLines } from '../lines/lineDifferences.ts';
import { mergedChanges } from '../lines/mergedText.ts';
import { type LineChange, spliced, splicesOf } from '../lines/splices.ts';
import { lineTexts } from '../lines/textLines.ts';
import { type CodePair, type CodeText, readPair } from './items/codeText.ts';
import { emptiedHead } from './fit/emptiedHead.ts';
import type { Piece } from './fit/piece.ts';
import {
  type CodeFit,
  countWords,
  type Fitted,
  fitLines,
  fitPart,
  fitWhole,
  isWholeFile,
} from './fit/ways.ts';
import { completedImports } from './imports/fitImports.ts';
import { hasMarkInCode, isMark } from './language/marks.ts';
import { problemAfter } from './prove.ts';
import { Refused, required, unlessRefused } from '../plan/refused.ts';
import { isComment } from './language/significance.ts';
import { addsSigns } from './language/signs.ts';
import { type CodeSyntax, parsedOnce } from './language/syntax.ts';

/** A larger block is not applied. In characters. */
const longestCode = 1_000_000;

/**
 * Plans how code of a file, whole or in part, becomes changes of it. A block replaces what it names and states whole; what
 * it does not name stays. A plan that applies has been proved: the file holds afterwards as well as before, and applying the
 * block again changes nothing. `loaded` is missing without a grammar.
 */
export function planCode(
  code: readonly string[],
  target: TargetText,
  loaded: CodeSyntax | undefined,
): TextPlan {
  const syntax = loaded && parsedOnce(loaded);
  return unlessRefused(() => planned(code, target, syntax));
}

function planned(
  code: readonly string[],
  target: TargetText,
  syntax: CodeSyntax | undefined,
): TextPlan {
  const { text, seen = text, within } = target;
  const language = syntax?.language ?? target.language;
  checkFile(code, target);
  if (text.trim() === '') {
    return planEmpty(code, text, language);
  }
  const read: Read = (lines, file) => ({ ...readPair(lines, file, syntax, language), within });
  const given = read(code, seen);
  checkBlock(given);
  const full = completedImports(given);
  const pair = full === undefined ? given : read(full, seen);
  let plan: TextPlan = { kind: 'refuse', reason: 'notFound' };
  for (const way of waysOf(pair)) {
    plan = unlessRefused(() => proved(way, pair, target, read, syntax));
    if (plan.kind !== 'refuse') {
      break;
    }
  }
  return plan;
}

/** Reads a block together with a text of its file. */
type Read = (code: readonly string[], file: string) => CodeFit;

/** Makes of a file what a block says; throws `Refused` if it cannot be told. */
type Way = (pair: CodeFit) => Fitted;

/** The ways to read a block, in the order in which they are tried: the first whose result holds is the plan. */
function waysOf(pair: CodeFit): readonly Way[] {
  return [...(isWholeFile(pair, true) ? [fitWhole] : []), byLines, byItems];
}

/** What a file becomes, if it holds afterwards. */
function proved(
  way: Way,
  pair: CodeFit,
  target: TargetText,
  read: Read,
  syntax: CodeSyntax | undefined,
): TextPlan {
  const { text, seen = text } = target;
  const fitted = way(pair);
  if (fitted.kind === 'several') {
    return fitted;
  }
  const { lines, leftOut } = flattened(fitted.pieces, pair.file.lines);
  checkWritten(pair, lines, leftOut);
  const isOff = (at: number): boolean => leftOut.some(({ from, to }) => at >= from && at < to);
  const emptied = emptiedHead(
    pair,
    lines.filter((_, at) => !isOff(at)),
  );
  if (emptied !== undefined) {
    throw new Refused('missing', emptied.trim());
  }
  // A file stays indented as it is.
  const [unit, other] = [pair.file.unit, pair.block.unit];
  if (unit !== undefined && other !== undefined && unit !== other && indentUnit(lines) === other) {
    throw new Refused('indent');
  }
  const own = changesOf(pair.file.lines, lines);
  const merged = required(mergedChanges(own, pair.file.lines, lineTexts(text)), 'changed');
  if (merged.length === 0 && leftOut.length === 0) {
    return { kind: 'alreadyThere' };
  }
  const splices = splicesOf(merged, text);
  const after = spliced(text, splices);
  const problem = problemAfter(text, after, syntax, pair.language);
  if (problem !== undefined) {
    throw new Refused(problem.reason, problem.name);
  }
  const again = read(pair.block.lines, spliced(seen, splicesOf(own, seen)));
  const lost = lostNames(pair.file, again.file, leftOut);
  const [name] = lost;
  if (name !== undefined) {
    const full = required(completedImports(pair, lost), 'imports', name);
    return proved(way, read(full, seen), target, read, syntax);
  }
  // Applying a block again must change nothing.
  if (!isSame(way(again), again)) {
    throw new Refused('place');
  }
  // Where what is left out is in a text that was edited meanwhile.
  const since = lineDifferences(bareLines(lines), bareLines(lineTexts(after)));
  return {
    kind: 'apply',
    splices,
    leftOut: leftOut.flatMap(({ name, ...range }) => {
      const moved = movedLines(range, since);
      return moved === undefined ? [] : [{ ...moved, name }];
    }),
  };
}

/** The names that an import of the file brings, that none does afterwards, and that what stays needs. */
function lostNames(
  before: CodeText,
  { items, lines }: CodeText,
  leftOut: readonly LeftOut[],
): ReadonlySet<string> {
  const has = new Set(items.flatMap(({ names }) => names));
  const used = countWords(leftOut.flatMap(({ from, to }) => lines.slice(from, to)));
  const brought = before.items.flatMap(({ kind, names }) => (kind === 'import' ? names : []));
  return new Set(brought.filter((name) => !has.has(name) && used.has(name)));
}

function checkFile(code: readonly string[], target: TargetText): void {
  const { text, seen = text } = target;
  if (code.reduce((sum, line) => sum + line.length + 1, 0) > longestCode) {
    throw new Refused('large');
  }
  if (/^<{7} /m.test(text) && /^>{7} /m.test(text)) {
    throw new Refused('conflict');
  }
  if (text.trim() === '' && seen.trim() !== '') {
    throw new Refused('changed');
  }
}

/** A file without text takes any code, but for one that leaves something out. */
function planEmpty(lines: readonly string[], text: string, language: string | undefined): TextPlan {
  if (lines.some((line) => isMark(line, language))) {
    throw new Refused('elision');
  }
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const splice = { start, end: text.length, text: `${lines.join('\n').trimEnd()}\n` };
  return { kind: 'apply', splices: [splice], leftOut: [] };
}

/** Reasons for which a block is no items, but may be lines out of some. */
const mayBeLines: ReadonlySet<RefusalReason> = new Set(['new', 'notFound', 'missing']);

/** Code as lines out of the file, unless it may state something whole. */
function byLines(pair: CodeFit): Fitted {
  const lines = fitLines(pair);
  return {
    kind: 'fitted',
    pieces: required(lines?.isPart === false ? lines : undefined, 'notFound').pieces,
  };
}

/** Code as the whole file if it is that, else as some of its items, and at last as its lines all the same. */
function byItems(pair: CodeFit): Fitted {
  if (isWholeFile(pair)) {
    return fitWhole(pair);
  }
  const part = unlessRefused(() => fitPart(pair));
  if (part.kind !== 'refuse') {
    return part;
  }
  const lines = mayBeLines.has(part.reason) ? fitLines(pair) : undefined;
  return { kind: 'fitted', pieces: required(lines, part.reason, part.name).pieces };
}

/** The lines of the file, with the blank ones at its edges as they are, and which of them the block leaves out. */
export function flattened(
  pieces: readonly Piece[],
  file: readonly string[],
): { readonly lines: readonly string[]; readonly leftOut: readonly LeftOut[] } {
  const [start, end] = filledRange(file);
  const lines = file.slice(0, start);
  const leftOut: LeftOut[] = [];
  for (const piece of pieces) {
    const isFirst = lines.length === start;
    const own = isFirst ? piece.lines.slice(filledRange(piece.lines)[0]) : piece.lines;
    const from = lines.length;
    lines.push(...own);
    if (piece.leftOut === undefined || own.length === 0) {
      continue;
    }
    const last = leftOut.at(-1);
    if (last?.to === from && last.name === piece.leftOut) {
      leftOut[leftOut.length - 1] = { ...last, to: lines.length };
    } else {
      leftOut.push({ from, to: lines.length, name: piece.leftOut });
    }
  }
  while (lines.at(-1)?.trim() === '') {
    lines.pop();
  }
  return { lines: [...lines, ...file.slice(end)], leftOut };
}

/** Lines without blanks at their ends. */
function bareLines(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.trimEnd());
}

/** What differs between the two. Lines that are the same but for blanks at their ends stay as they are. */
function changesOf(old: readonly string[], now: readonly string[]): readonly LineChange[] {
  return lineDifferences(bareLines(old), bareLines(now)).map(({ before, after }) => ({
    from: before.from,
    to: before.to,
    lines: now.slice(after.from, after.to),
  }));
}

/** Code must not have other signs than the file, nor dots in it that stand for more of it. */
function checkBlock({ block, file, language }: CodePair): void {
  if (addsSigns(block.lines, file.lines, language)) {
    throw new Refused('signs');
  }
  const known = new Set(file.lines.map((line) => line.trim()));
  const isOpen = block.lines.some(
    (line, at) => !block.marks.has(at) && !known.has(line.trim()) && hasMarkInCode(line),
  );
  if (language !== 'markdown' && isOpen) {
    throw new Refused('elision');
  }
}

/**
 * What a block says must be in the file afterwards, but for marks, comments that stand for what is left out, and imports,
 * which are merged with those of the file.
 */
function checkWritten(
  { block, file, language }: CodePair,
  now: readonly string[],
  leftOut: readonly LeftOut[],
): void {
  const known = new Set(file.lines.map((line) => line.trim()));
  const marks = new Set(Array.from(block.marks, (at) => (block.lines[at] ?? '').trim()));
  const written = now.find((line) => marks.has(line.trim()) && !known.has(line.trim()));
  if (written !== undefined) {
    throw new Refused('elision', written.trim());
  }
  const left = new Map<string, number>();
  for (const line of now) {
    left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  }
  const imports = block.items.filter(({ kind }) => kind === 'import');
  const isChanged = bareLines(now).join('\n') !== bareLines(file.lines).join('\n');
  for (const [at, line] of block.lines.entries()) {
    const text = line.trim();
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    const isFree =
      block.marks.has(at) ||
      !/[\p{L}\p{N}]/u.test(text) ||
      imports.some(({ own, to }) => at >= own && at < to) ||
      ((isChanged || leftOut.length > 0) && !known.has(text) && isComment(line, language));
    if (count <= 0 && !isFree) {
      throw new Refused('elision', text);
    }
  }
}

/** Whether a file has what a block makes of it already, but for blanks at the ends of lines. */
function isSame(found: Fitted, { file }: CodePair): boolean {
  return (
    found.kind === 'fitted' &&
    bareLines(flattened(found.pieces, file.lines).lines).join('\n') ===
      bareLines(file.lines).join('\n')
  );
}
