import { lineTexts } from '../apply/lines/textLines.ts';

/** The code of a reply to a rewrite. */
export type ReplyCode =
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'none'; readonly reason: NoCodeReason };

/**
 * Why a reply has no code to use. `empty`: it has no text. `several`: it has several code blocks. `open`: its code
 * block has no end. `prose`: it has no code block, and no line of the original either.
 */
export type NoCodeReason = 'empty' | 'several' | 'open' | 'prose';

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
  if (lines.every(isBlank)) {
    return { kind: 'none', reason: 'empty' };
  }
  const start = outerFence(lines, original, fence);
  if (start === undefined) {
    return isLikeCode(lines, original)
      ? { kind: 'code', lines: withoutLineNumbers(trimmed(lines), original) }
      : { kind: 'none', reason: 'prose' };
  }
  const end = outerEnd(lines, start, original);
  return typeof end === 'number'
    ? { kind: 'code', lines: withoutLineNumbers(lines.slice(start.line + 1, end), original) }
    : { kind: 'none', reason: end };
}

/**
 * The lines of the code that have arrived so far, as far as they are complete. A reply of which it is not clear yet
 * where its code begins has none.
 */
export function arrivedCode(reply: string, { original, fence }: Asked): readonly string[] {
  const whole = reply.slice(0, Math.max(reply.lastIndexOf('\n'), 0));
  const lines = lineTexts(whole);
  const start = outerFence(lines, original, fence);
  if (start === undefined) {
    return isLikeCode(lines, original) ? withoutLineNumbers(trimmed(lines), original) : [];
  }
  const end = lines.findIndex((line, index) => index > start.line && closes(line, start));
  const code = lines.slice(start.line + 1, end === -1 ? undefined : end);
  return withoutLineNumbers(code, original);
}

interface Fence {
  readonly line: number;
  readonly sign: string;
  readonly length: number;
  /** Has no language, so that it may also be the end of a block. */
  readonly isBare: boolean;
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
    : { line, sign: signs.charAt(0), length: signs.length, isBare: info.trim() === '' };
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
  const begun = original.find((line) => !isBlank(line)) ?? '';
  const isOfCode = first.length < asked.length && fenceOf(begun, 0) !== undefined;
  return isOfCode && isLikeCode(lines, original) ? undefined : first;
}

function closes(text: string, { sign, length }: Fence): boolean {
  const fence = fenceOf(text, 0);
  return fence !== undefined && fence.isBare && fence.sign === sign && fence.length >= length;
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
  if (first === undefined || last === undefined || !last.isBare) {
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
    inner.every(({ isBare }, index) => index % 2 === 0 || isBare) &&
    inner.some(({ isBare }) => !isBare);
  return isNested ? last.line : 'several';
}

/** Whether a reply without a fence has a line that says something and is in the original too. */
function isLikeCode(lines: readonly string[], original: readonly string[]): boolean {
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

/** Without the blank lines at its edges. */
function trimmed(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => !isBlank(line));
  const end = lines.findLastIndex((line) => !isBlank(line));
  return start === -1 ? [] : lines.slice(start, end + 1);
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}
