import type { BlockEdit } from '../apply/blockEdits.ts';
import { areLike, wordsOf } from '../apply/code/likeLines.ts';
import { Refused, unlessRefused } from '../apply/code/refused.ts';
import { isComment } from '../apply/code/significance.ts';
import { editsIn } from '../apply/editsIn.ts';
import { isBlank, withoutBlankEdges } from '../apply/lines/blankLines.ts';
import { withoutLineNumbers } from '../apply/lines/lineNumbers.ts';
import { lineTexts } from '../apply/lines/textLines.ts';

/** The code of a reply to a rewrite. */
export type ReplyCode =
  /** Without a fence, some of the lines may be prose, which only a grammar can tell: `isSure` is false. */
  | { readonly kind: 'code'; readonly lines: readonly string[]; readonly isSure: boolean }
  /** A search and replacement, a diff or a patch. */
  | { readonly kind: 'edits'; readonly edits: readonly BlockEdit[] };

/** The code of a reply that is complete. `original` is what it replaces, as the model knows it. Throws `Refused`. */
export function replyCode(reply: string, original: readonly string[]): ReplyCode {
  const all = lineTexts(reply);
  if (reply.trim() === '') {
    throw new Refused('empty');
  }
  const block = blockIn(all, original);
  // Each search may have a block of its own.
  if ((block === undefined || block.problem === 'several') && areEdits(all, '', original)) {
    return editsOf(all, '');
  }
  if (block === undefined) {
    return bareCode(withoutBlankEdges(all), original);
  }
  const { problem, lines, info } = block;
  if (problem !== undefined) {
    throw new Refused(problem);
  }
  return areEdits(lines, info, original)
    ? editsOf(lines, info)
    : { kind: 'code', lines: withoutLineNumbers(lines, original), isSure: true };
}

/**
 * The lines of the code that have arrived so far, as far as they are complete. A reply of which it is not clear yet
 * where its code begins has none.
 */
export function arrivedCode(reply: string, original: readonly string[]): readonly string[] {
  const all = lineTexts(reply.slice(0, Math.max(reply.lastIndexOf('\n'), 0)));
  const block = blockIn(all, original);
  const lines = withoutBlankEdges(block?.lines ?? all);
  const isCode =
    (block !== undefined || isLike(lines[0], original)) &&
    !areEdits(lines, block?.info ?? '', original);
  return isCode ? withoutLineNumbers(lines, original) : [];
}

/** A reply without a fence. At its ends, where models put their sentences, it is like the original; words alone are no code. */
function bareCode(lines: readonly string[], original: readonly string[]): ReplyCode {
  const code = withoutLineNumbers(lines, original);
  const isCode = (line: string): boolean =>
    isBlank(line) || original.includes(line) || /[!-/:-@[-`{-~]/.test(line);
  if (!isLike(code[0], original) || !isLike(code.at(-1), original) || !code.every(isCode)) {
    throw new Refused('prose');
  }
  return { kind: 'code', lines: code, isSure: false };
}

/** Whether a line is a comment, one of these or like one of them. */
function isLike(line = '', lines: readonly string[]): boolean {
  const words = wordsOf(line);
  return (
    isComment(line, undefined) ||
    lines.some((one) => one.trim() === line.trim() || areLike(wordsOf(one), words))
  );
}

/** Whether a line has more than signs and single letters. */
export function isTelling(line: string): boolean {
  return /[\p{L}\p{N}_]{2}/u.test(line);
}

/**
 * Whether lines of a reply ask for changes. Where the original has the marks of a diff or a search itself, all lines are code.
 */
function areEdits(lines: readonly string[], info: string, original: readonly string[]): boolean {
  return hasMarks(lines, info) && !hasMarks(original, '');
}

function hasMarks(lines: readonly string[], language: string): boolean {
  return unlessRefused(() => editsIn(lines.join('\n'), language)) !== undefined;
}

/** The changes that lines ask for. */
function editsOf(lines: readonly string[], info: string): ReplyCode {
  const [file, other] = editsIn(lines.join('\n'), info) ?? [];
  if (file === undefined || other !== undefined) {
    throw new Refused('markers');
  }
  return { kind: 'edits', edits: file.edits };
}

interface Fence {
  readonly line: number;
  /** The signs that it is made of. */
  readonly signs: string;
  /** What is behind them. A fence without anything may also be the end of a block. */
  readonly info: string;
}

/** Longer lines are no fences. In characters. */
const longestFence = 300;

function fenceOf(text: string, line: number): Fence | undefined {
  const found = text.length > longestFence ? null : /^[ \t]{0,3}(`{3,}|~{3,})([^`]*)$/.exec(text);
  const [, signs = '', info = ''] = found ?? [];
  return found === null ? undefined : { line, signs, info: info.trim() };
}

function fencesIn(lines: readonly string[]): readonly Fence[] {
  return lines.flatMap((text, line) => fenceOf(text, line) ?? []);
}

/** The code between fences. */
interface FencedBlock {
  readonly info: string;
  /** All that follow if it has no end. */
  readonly lines: readonly string[];
  readonly problem?: 'several' | 'incomplete' | undefined;
}

/** The block of a reply; undefined if it has none, or if its first fence belongs to the code. */
function blockIn(all: readonly string[], original: readonly string[]): FencedBlock | undefined {
  const [first, ...others] = fencesIn(all);
  const begun = fenceOf(original.find((line) => !isBlank(line)) ?? '', 0);
  const known = new Set(original.map((line) => line.trim()).filter(isTelling));
  const isOfCode = (signs: string): boolean =>
    begun?.signs.startsWith(signs) === true && all.some((line) => known.has(line.trim()));
  if (first === undefined || isOfCode(first.signs)) {
    return undefined;
  }
  const { line: start, info, signs } = first;
  const fences = others.filter((fence) => fence.signs.startsWith(signs));
  const end = fences.at(-1);
  const lines = all.slice(start + 1, end?.line);
  if (end?.info !== '') {
    return { info, lines: all.slice(start + 1), problem: 'incomplete' };
  }
  // Fences of the same length inside can belong to the code only if the code had fences before.
  const inner = fences.slice(0, -1);
  const isNested =
    fencesIn(original).length > 0 &&
    inner.length % 2 === 0 &&
    inner.every((fence, index) => index % 2 === 0 || fence.info === '') &&
    inner.some((fence) => fence.info !== '');
  return { info, lines, problem: inner.length === 0 || isNested ? undefined : 'several' };
}
