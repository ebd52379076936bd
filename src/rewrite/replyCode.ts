import type { BlockEdit, UnclearReason } from '../apply/blockEdits.ts';
import { blockForm } from '../apply/blockForm.ts';
import { isComment } from '../apply/code/significance.ts';
import { lineTexts } from '../apply/lines/textLines.ts';
import { withoutBlankEdges } from './fitCode.ts';
import { likenessTo } from './likenessTo.ts';

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
export type NoCodeReason = 'empty' | 'several' | 'open' | 'prose' | UnclearReason;

/** What a reply is compared with. */
export interface Asked {
  /** The lines that are rewritten. */
  readonly original: readonly string[];
  /** The fence that the model was asked for. */
  readonly fence: string;
}

/** The code of a reply that is complete. */
export function replyCode(reply: string, { original, fence }: Asked): ReplyCode {
  const lines = lineTexts(reply);
  if (reply.trim() === '') {
    return { kind: 'none', reason: 'empty' };
  }
  const start = outerFence(lines, original, fence);
  if (start === undefined) {
    return bareCode(lines, original);
  }
  const end = outerEnd(lines, start, original);
  if (typeof end !== 'number') {
    // Each search may have a block of its own.
    const all = end === 'several' ? editsOf(lines, '', original) : undefined;
    return all?.kind === 'edits' ? all : { kind: 'none', reason: end };
  }
  const code = lines.slice(start.line + 1, end);
  const sure = { kind: 'code', lines: withoutLineNumbers(code, original), isSure: true } as const;
  return editsOf(code, start.info, original) ?? sure;
}

/**
 * A reply without a fence. At its ends, where models put their sentences, it has lines of the original, or such as are like
 * one, or comments. Others have signs of code at least, and only a grammar can tell what they are.
 */
function bareCode(lines: readonly string[], original: readonly string[]): ReplyCode {
  const code = withoutLineNumbers(withoutBlankEdges(lines), original);
  const isLike = likenessTo(original);
  const isCode =
    isEdge(code[0], isLike) &&
    isEdge(code.at(-1), isLike) &&
    code.some((line) => isTelling(line) && isLike(line)) &&
    code.every((line) => isLike(line) || /[!-/:-@[-`{-~]/.test(line));
  const found: ReplyCode = isCode
    ? { kind: 'code', lines: code, isSure: code.every(isLike) }
    : { kind: 'none', reason: 'prose' };
  return editsOf(lines, '', original) ?? found;
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
  const form = blockForm(lines.join('\n'), info);
  if (form.kind === 'code' || blockForm(original.join('\n'), '').kind !== 'code') {
    return undefined;
  }
  const [file, other] = form.kind === 'edits' ? form.files : [];
  if (form.kind === 'unclear' || file === undefined || other !== undefined) {
    return { kind: 'none', reason: form.kind === 'unclear' ? form.reason : 'markers' };
  }
  return { kind: 'edits', edits: file.edits };
}

/**
 * The lines of the code that have arrived so far, as far as they are complete. A reply of which it is not clear yet
 * where its code begins has none.
 */
export function arrivedCode(reply: string, { original, fence }: Asked): readonly string[] {
  const whole = reply.slice(0, Math.max(reply.lastIndexOf('\n'), 0));
  const lines = lineTexts(whole);
  const start = outerFence(lines, original, fence);
  const from = start === undefined ? 0 : start.line + 1;
  const end = lines.findIndex((line, at) => start && at >= from && closes(line, start));
  const code = withoutBlankEdges(lines.slice(from, end === -1 ? undefined : end));
  const isCode =
    (start !== undefined || isEdge(code[0], likenessTo(original))) &&
    editsOf(code, start?.info ?? '', original) === undefined;
  return isCode ? withoutLineNumbers(code, original) : [];
}

interface Fence {
  readonly line: number;
  readonly sign: string;
  readonly length: number;
  /** What is behind it. A fence without anything may also be the end of a block. */
  readonly info: string;
}

/** The expression is about one line, and linear in it. */
const fenceLine = /^[ \t]{0,3}(`{3,}|~{3,})([^`]{0,200})$/;

/** Longer lines are no fences. In characters. */
const longestFenceLine = 300;

function fenceOf(text: string, line: number): Fence | undefined {
  const found = text.length > longestFenceLine ? null : fenceLine.exec(text);
  const [, signs = '', info = ''] = found ?? [];
  return found === null
    ? undefined
    : { line, sign: signs.charAt(0), length: signs.length, info: info.trim() };
}

/** The fence around the code; undefined if there is none, or if the first one belongs to the code. */
function outerFence(
  lines: readonly string[],
  original: readonly string[],
  asked: string,
): Fence | undefined {
  const index = lines.findIndex((line, at) => fenceOf(line, at) !== undefined);
  const first = index === -1 ? undefined : fenceOf(lines[index] ?? '', index);
  if (first === undefined) {
    return undefined;
  }
  const begun = original.find((line) => line.trim() !== '') ?? '';
  const isOfCode = first.length < asked.length && fenceOf(begun, 0) !== undefined;
  return isOfCode && hasKnownLine(lines, original) ? undefined : first;
}

function closes(text: string, { sign, length }: Fence): boolean {
  const fence = fenceOf(text, 0);
  return fence !== undefined && fence.info === '' && fence.sign === sign && fence.length >= length;
}

/** The line that ends the block, or why there is none. */
function outerEnd(
  lines: readonly string[],
  start: Fence,
  original: readonly string[],
): number | 'several' | 'open' {
  const isSame = (fence: Fence | undefined): fence is Fence =>
    fence !== undefined && fence.sign === start.sign && fence.length >= start.length;
  const fences = lines.flatMap((text, line) => {
    const fence = line > start.line ? fenceOf(text, line) : undefined;
    return isSame(fence) ? [fence] : [];
  });
  const [first] = fences;
  const last = fences.at(-1);
  if (first === undefined || last === undefined || last.info !== '') {
    return 'open';
  }
  if (first === last) {
    return first.line;
  }
  // Fences of the same length inside can belong to the code only if the code had fences before.
  const inner = fences.slice(0, -1);
  const isNested =
    original.some((line, at) => fenceOf(line, at) !== undefined) &&
    inner.length % 2 === 0 &&
    inner.every(({ info }, index) => index % 2 === 0 || info === '') &&
    inner.some(({ info }) => info !== '');
  return isNested ? last.line : 'several';
}

/** Whether a line says something and is in the original too, or is like one of its lines. */
function hasKnownLine(lines: readonly string[], original: readonly string[]): boolean {
  const known = new Set(original.map((line) => line.trim()).filter(isTelling));
  return lines.some((line) => known.has(line.trim()));
}

function isTelling(line: string): boolean {
  return /[\p{L}\p{N}_]{2}/u.test(line);
}

const numbered = /^[ \t]{0,8}(\d{1,7})(?:[ \t]{0,3}[|:│]|\t)[ ]?/;

/** The lines without the line numbers that a model has put before each of them. */
function withoutLineNumbers(
  lines: readonly string[],
  original: readonly string[],
): readonly string[] {
  const found = lines.map((line) => numbered.exec(line.slice(0, 40)));
  const first = Number(found[0]?.[1]);
  const isNumbered =
    lines.length > 1 &&
    found.every((one, index) => one !== null && Number(one[1]) === first + index) &&
    !original.some((line) => numbered.test(line.slice(0, 40)));
  return isNumbered ? lines.map((line, index) => line.slice(found[index]?.[0].length)) : lines;
}
