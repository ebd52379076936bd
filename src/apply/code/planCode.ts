import { behindMark, fitEdit, spliced } from '../fitEdit.ts';
import { noShift } from '../indentation.ts';
import { anchoredDifferences } from '../lines/anchoredDifferences.ts';
import { lineTexts, textLines, type TextLine, usualLineEnd } from '../lines/textLines.ts';
import { largest, type TargetText } from '../planEdits.ts';
import { type QuotedSplice, rebased } from '../rebase.ts';
import type { CodePlan, CodeRefusal, LeftOut } from './codePlan.ts';
import { type CodePair, readPair } from './codeText.ts';
import type { Piece } from './fit/piece.ts';
import { type Fitted, fitLines, fitPart, fitWhole, isWholeFile } from './fit/ways.ts';
import { hasMarkInCode, isMark } from './marks.ts';
import { problemAfter } from './prove.ts';
import { Refused } from './refused.ts';
import { isComment } from './significance.ts';
import { addsSigns } from './signs.ts';
import { type CodeSyntax, parsedOnce } from './syntax.ts';

/** A larger block is not applied. In characters. */
const longestCode = 1_000_000;

/**
 * Plans how code of a file, whole or in part, becomes changes of it. A block replaces what it names and states whole; what
 * it does not name stays. A plan that applies has been proved: the file holds afterwards as well as before, and applying the
 * block again changes nothing. `loaded` is missing without a grammar.
 */
export function planCode(
  code: string,
  target: TargetText,
  loaded: CodeSyntax | undefined,
): CodePlan {
  if (target.text.startsWith('\ufeff')) {
    const bare = {
      ...target,
      text: target.text.slice(1),
      seen: target.seen?.replace(/^\ufeff/, ''),
    };
    const plan = planCode(code, bare, loaded);
    return plan.kind === 'apply' ? { ...plan, splices: plan.splices.map(behindMark) } : plan;
  }
  try {
    checkSize(code, target);
    return planned(code, target, loaded && parsedOnce(loaded));
  } catch (error) {
    if (error instanceof Refused) {
      return { kind: 'refuse', reason: error.reason, name: error.about };
    }
    throw error;
  }
}

function checkSize(code: string, { text, seen = text }: TargetText): void {
  const lines = lineTexts(seen);
  const isLarge =
    Math.max(text.length, seen.length) > largest.length ||
    code.length > longestCode ||
    lines.length > largest.lines ||
    lines.some((line) => line.length > largest.line);
  if (isLarge) {
    throw new Refused('large');
  }
  if (/^<{7} /m.test(text) && /^>{7} /m.test(text)) {
    throw new Refused('conflict');
  }
  if (text.trim() === '' && seen.trim() !== '' && seen !== text) {
    throw new Refused('rewritten');
  }
}

/** What may be merely the beginning of something is, unless the rest of it would break it. */
function planned(code: string, target: TargetText, syntax: CodeSyntax | undefined): CodePlan {
  try {
    return plannedFor(code, target, syntax, true);
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'syntax') {
      throw error;
    }
    return plannedFor(code, target, syntax, false);
  }
}

function plannedFor(
  code: string,
  target: TargetText,
  syntax: CodeSyntax | undefined,
  mayBeCut: boolean,
): CodePlan {
  const { text, seen = text, within } = target;
  const language = syntax?.language ?? target.language;
  if (text.trim() === '') {
    return planEmpty(lineTexts(code), text, language);
  }
  const pair = readPair(lineTexts(code), seen, syntax, language);
  if (addsSigns(pair.block.lines, pair.file.lines, language)) {
    throw new Refused('signs');
  }
  checkMarks(pair);
  if (seen !== text && isThere(readPair(lineTexts(code), text, syntax, language), mayBeCut)) {
    return { kind: 'alreadyThere' };
  }
  const fitted = fit({ ...pair, within, mayBeCut });
  if (fitted.kind === 'several') {
    return fitted;
  }
  const { lines, leftOut } = flattened(fitted.pieces, pair.file.lines);
  checkWritten(pair, lines, leftOut);
  const old = textLines(seen);
  const ownSplices = splicesOf(lines, old);
  if (ownSplices.length === 0 && leftOut.length === 0) {
    return { kind: 'alreadyThere' };
  }
  const splices = seen === text ? ownSplices : rebased(ownSplices, old, textLines(text));
  if (typeof splices === 'string') {
    throw new Refused(splices);
  }
  const after = spliced(text, splices);
  const problem = problemAfter(text, after, syntax, language);
  if (problem !== undefined) {
    throw new Refused(problem.reason, problem.name);
  }
  const again = readPair(lineTexts(code), spliced(seen, ownSplices), syntax, language);
  proveAgain(
    fit({ ...again, mayBeCut, within: grown(within, lines.length - pair.file.lines.length) }, true),
    again,
  );
  const bare = splices.map(({ start, end, text: added }) => ({ start, end, text: added }));
  return {
    kind: 'apply',
    splices: bare,
    leftOut: seen === text ? leftOut : leftOutIn(after, leftOut, lines),
    trust: 'proved',
  };
}

function grown(within: TargetText['within'], lines: number): TargetText['within'] {
  return within && { from: within.from, to: within.to + Math.max(0, lines) };
}

/** A file without text takes any code, but for one that leaves something out. */
function planEmpty(lines: readonly string[], text: string, language: string | undefined): CodePlan {
  if (lines.some((line) => isMark(line, language))) {
    throw new Refused('elision');
  }
  const splice = { start: 0, end: text.length, text: `${lines.join('\n').trimEnd()}\n` };
  return { kind: 'apply', splices: [splice], leftOut: [], trust: 'sure' };
}

type Fit = Parameters<typeof fitWhole>[0];

/** Reasons for which a block is no items, but may be lines out of some. */
const mayBeLines: ReadonlySet<CodeRefusal> = new Set(['new', 'notFound', 'missing', 'modifiers']);

/** Fits code as the whole file if it is that, else by its items, else by its lines. `isApplied`: the file has it already. */
function fit(pair: Fit, isApplied = false): Fitted {
  if (isWholeFile(pair)) {
    return fitWhole(pair);
  }
  try {
    return fitPart(pair);
  } catch (error) {
    if (!(error instanceof Refused) || !mayBeLines.has(error.reason)) {
      throw error;
    }
    try {
      const found = fitLines(pair);
      // That nothing changes does not say that what was refused is there.
      if (
        !isApplied &&
        found.kind === 'fitted' &&
        isSame(found.pieces, pair.file.lines) &&
        error.reason !== 'new'
      ) {
        throw error;
      }
      return found;
    } catch (other) {
      throw other instanceof Refused && error.reason !== 'notFound' ? error : other;
    }
  }
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

/** The first line with text, and the one after the last. */
function filledRange(lines: readonly string[]): readonly [number, number] {
  const from = lines.findIndex((line) => line.trim() !== '');
  return from === -1
    ? [lines.length, lines.length]
    : [from, lines.findLastIndex((line) => line.trim() !== '') + 1];
}

/** Lines without blanks at their ends. */
function bareLines(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.trimEnd());
}

/** What differs between the two as texts. Lines that are the same but for blanks at their ends stay as they are. */
function splicesOf(now: readonly string[], lines: readonly TextLine[]): readonly QuotedSplice[] {
  const old = lines.map((line) => line.text);
  const differences = anchoredDifferences(bareLines(old), bareLines(now));
  if (differences === undefined) {
    throw new Refused('large');
  }
  const lineEnd = usualLineEnd(lines);
  const length = lines.at(-1)?.end ?? 0;
  return differences.flatMap(({ before, after }) => {
    const edit = {
      search: old.slice(before.from, before.to),
      replace: now.slice(after.from, after.to),
    };
    const place = { line: before.from, closeness: 'trimmed', shift: noShift } as const;
    const quotedFrom = lines[Math.max(0, before.from - 1)]?.start ?? length;
    const quotedTo = lines[Math.min(lines.length - 1, before.to)]?.end ?? length;
    const fitted = fitEdit(edit, place, lines, lineEnd);
    return (typeof fitted === 'string' ? [] : fitted).map(({ start, end, text }) => ({
      start,
      end,
      text,
      quotedFrom,
      quotedTo,
    }));
  });
}

/** Code must not have dots in it that stand for more of it. */
function checkMarks({ block, file, language }: CodePair): void {
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
  const left = new Map<string, number>();
  for (const line of now) {
    left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  }
  const known = new Set(file.lines.map((line) => line.trim()));
  const imports = block.items.filter(({ kind }) => kind === 'import');
  // A comment that a block begins or ends with may stand for the rest of the file, which stays.
  const rest = [block.items[0], block.items.at(-1)].filter((item) => item?.kind === 'comment');
  for (const [at, line] of block.lines.entries()) {
    const text = line.trim();
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    const isFree =
      block.marks.has(at) ||
      !/[\p{L}\p{N}]/u.test(text) ||
      imports.some(({ own, to }) => at >= own && at < to) ||
      ((leftOut.length > 0 || rest.some((item) => item && at >= item.own && at < item.to)) &&
        !known.has(text) &&
        isComment(line, language));
    if (count <= 0 && !isFree) {
      throw new Refused('elision', text);
    }
  }
}

/** Applying a block again must change nothing. */
function proveAgain(again: Fitted, { file }: CodePair): void {
  if (again.kind !== 'fitted' || !isSame(again.pieces, file.lines)) {
    throw new Refused('unsure');
  }
}

/** Whether a block that was for an earlier text is in this one already. */
function isThere(pair: CodePair, mayBeCut: boolean): boolean {
  try {
    const found = fit({ ...pair, mayBeCut });
    return (
      found.kind === 'fitted' &&
      isSame(found.pieces, pair.file.lines) &&
      found.pieces.every(({ leftOut }) => leftOut === undefined)
    );
  } catch {
    return false;
  }
}

function isSame(pieces: readonly Piece[], file: readonly string[]): boolean {
  return bareLines(flattened(pieces, file).lines).join('\n') === bareLines(file).join('\n');
}

/** Where lines that are left out are in a text that was edited meanwhile. */
function leftOutIn(
  text: string,
  leftOut: readonly LeftOut[],
  lines: readonly string[],
): readonly LeftOut[] {
  const now = lineTexts(text);
  let next = 0;
  return leftOut.flatMap(({ from, to, name }) => {
    const wanted = lines.slice(from, to);
    for (let at = next; at + wanted.length <= now.length; at += 1) {
      if (wanted.every((line, index) => line.trimEnd() === now[at + index]?.trimEnd())) {
        next = at + wanted.length;
        return [{ from: at, to: next, name }];
      }
    }
    return [];
  });
}
