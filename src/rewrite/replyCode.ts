import type { BlockEdit } from '../apply/blockEdits.ts';
import type { RefusalReason } from '../apply/blockPlan.ts';
import { unlessRefused } from '../apply/code/refused.ts';
import { isComment } from '../apply/code/significance.ts';
import { editsIn } from '../apply/editsIn.ts';
import { isBlank, withoutBlankEdges } from '../apply/lines/blankLines.ts';
import { withoutLineNumbers } from '../apply/lines/lineNumbers.ts';
import { lineTexts } from '../apply/lines/textLines.ts';
import { isTelling, likenessTo } from './likenessTo.ts';

/** The code of a reply to a rewrite. */
export type ReplyCode =
  /** Without a fence, some of the lines may be prose: `isSure` is false if only a grammar can tell. */
  | { readonly kind: 'code'; readonly lines: readonly string[]; readonly isSure: boolean }
  /** A search and replacement, a diff or a patch. */
  | { readonly kind: 'edits'; readonly edits: readonly BlockEdit[] }
  | { readonly kind: 'none'; readonly reason: NoCodeReason };

/**
 * Why a reply has no code to use. `empty`: it has no text. `several`: it has several code blocks. `open`: its code
 * block has no end. `prose`: it has no code block, and lines that are not like the original. Else
 * its changes cannot be read.
 */
export type NoCodeReason = 'several' | 'open' | 'prose' | RefusalReason;

/** The code of a reply that is complete. `original` is what it replaces, as the model knows it. */
export function replyCode(reply: string, original: readonly string[]): ReplyCode {
  const all = lineTexts(reply);
  if (reply.trim() === '') {
    return { kind: 'none', reason: 'empty' };
  }
  const block = blockIn(all, original);
  if (block === undefined) {
    return editsOf(all, '', original) ?? bareCode(withoutBlankEdges(all), original);
  }
  if (block.problem !== undefined) {
    // Each search may have a block of its own.
    const edits = block.problem === 'several' ? editsOf(all, '', original) : undefined;
    return edits?.kind === 'edits' ? edits : { kind: 'none', reason: block.problem };
  }
  const lines = withoutLineNumbers(block.lines, original);
  return editsOf(block.lines, block.info, original) ?? { kind: 'code', lines, isSure: true };
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
    (block !== undefined || isEdge(lines[0], likenessTo(original))) &&
    editsOf(lines, block?.info ?? '', original) === undefined;
  return isCode ? withoutLineNumbers(lines, original) : [];
}

/**
 * A reply without a fence. At its ends, where models put their sentences, it has lines of the original, or such as are like
 * one, or comments. Others have signs of code at least, and only a grammar can tell what they are.
 */
function bareCode(lines: readonly string[], original: readonly string[]): ReplyCode {
  const code = withoutLineNumbers(lines, original);
  const isLike = likenessTo(original);
  const isCode =
    isEdge(code[0], isLike) &&
    isEdge(code.at(-1), isLike) &&
    code.some((line) => isTelling(line) && isLike(line)) &&
    code.every((line) => isLike(line) || /[!-/:-@[-`{-~]/.test(line));
  return isCode
    ? { kind: 'code', lines: code, isSure: code.every(isLike) }
    : { kind: 'none', reason: 'prose' };
}

function isEdge(line = '', isLike: (line: string) => boolean): boolean {
  return isLike(line) || isComment(line, undefined);
}

/**
 * The changes that lines of a reply ask for; undefined if they are code. Where the original has the marks of a diff or a
 * search itself, all lines are.
 */
function editsOf(
  lines: readonly string[],
  info: string,
  original: readonly string[],
): ReplyCode | undefined {
  const files = unlessRefused(() => editsIn(lines.join('\n'), info));
  if (files === undefined || unlessRefused(() => editsIn(original.join('\n'), '')) !== undefined) {
    return undefined;
  }
  if ('kind' in files) {
    return { kind: 'none', reason: files.reason };
  }
  const [file, other] = files;
  return file === undefined || other !== undefined
    ? { kind: 'none', reason: 'markers' }
    : { kind: 'edits', edits: file.edits };
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
  readonly problem?: 'several' | 'open' | undefined;
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
    return { info, lines: all.slice(start + 1), problem: 'open' };
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
