import { areLike, wordsOf } from '../apply/code/language/likeLines.ts';
import { Refused, unlessRefused } from '../apply/plan/refused.ts';
import { isComment } from '../apply/code/language/significance.ts';
import { type BlockEdit, editsIn } from '../apply/edits/editsIn.ts';
import { isBlank, withoutBlankEdges } from '../apply/lines/blankLines.ts';
import { lineDifferences } from '../apply/lines/lineDifferences.ts';
import { withoutLineNumbers } from '../apply/lines/modelText.ts';
import { lineTexts } from '../apply/lines/textLines.ts';
import type { FoundInText } from '../shared/guard/finding.ts';

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
  const isOfAll = block === undefined || block.problem === 'several';
  const together = isOfAll ? editsOf(all, '', original) : undefined;
  if (block?.problem !== undefined && together === undefined) {
    throw new Refused(block.problem);
  }
  const edits = together ?? (block && editsOf(block.lines, block.info, original));
  if (edits !== undefined) {
    return { kind: 'edits', edits };
  }
  return block === undefined
    ? bareCode(withoutBlankEdges(all), original)
    : { kind: 'code', lines: withoutLineNumbers(block.lines, original), isSure: true };
}

/**
 * The lines of the code that have arrived so far, as far as they are complete. A reply of which it is not clear yet
 * where its code begins has none.
 */
export function arrivedCode(reply: string, original: readonly string[]): readonly string[] {
  const all = lineTexts(reply.slice(0, Math.max(reply.lastIndexOf('\n'), 0)));
  const block = blockIn(all, original);
  const lines = withoutBlankEdges(block?.lines ?? all);
  const isCode = block !== undefined || isLike(lines[0], original);
  const edits = unlessRefused(() => editsOf(lines, block?.info ?? '', original));
  return isCode && edits === undefined ? withoutLineNumbers(lines, original) : [];
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
function isTelling(line: string): boolean {
  return /[\p{L}\p{N}_]{2}/u.test(line);
}

/**
 * The changes that lines of a reply ask for; undefined if they are code, as all are where the original has the marks of a diff
 * or a search itself. Throws `Refused`.
 */
function editsOf(
  lines: readonly string[],
  info: string,
  original: readonly string[],
): readonly BlockEdit[] | undefined {
  const areMarked = unlessRefused(() => editsIn(original.join('\n'), '')) !== undefined;
  const files = areMarked ? undefined : editsIn(lines.join('\n'), info);
  if (files !== undefined && files.length !== 1) {
    throw new Refused('markers');
  }
  return files?.[0]?.edits;
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

/**
 * What is shown while lines arrive that replace others, calmly: what has arrived stands where it will stand, and the old lines
 * behind the last one that both have stay until they are reached. Which that is, is a guess about the display only.
 */
export function arrivingLines(
  arrived: readonly string[],
  old: readonly string[],
): readonly string[] {
  const last = lineDifferences(arrived.filter(isTelling), old).at(-1)?.after;
  return last?.to === old.length ? [...arrived, ...old.slice(last.from)] : arrived;
}

/** A reply with the values of texts in place of the masks that these were sent with. `found` is what was found in them. */
export function withoutMasks(
  reply: string,
  texts: readonly string[],
  found: readonly FoundInText[],
): string {
  const findings = found.flatMap((one, at) =>
    one.findings.map(({ mask: name, start, end }) => ({
      name,
      value: texts[at]?.slice(start, end),
    })),
  );
  return findings.reduce(
    (text, { name, value = name }) => text.replaceAll(name, () => value),
    reply,
  );
}

/** Longer runs are cut: no code needs them, and the prompt names the fence in full. */
const longestRun = 40;

/**
 * The fence that the model is asked to put around its reply: longer than any run of backticks in the code, so that
 * nothing inside can close it (CommonMark 0.31, “Fenced code blocks”).
 */
export function replyFence(code: string, languageId: string): string {
  let longest = languageId === 'markdown' ? 3 : 2;
  for (const [run] of code.matchAll(/`{3,}/g)) {
    longest = Math.max(longest, run.length);
  }
  return '`'.repeat(Math.min(longest + 1, longestRun));
}

/** The system prompt of a rewrite. English, since models follow it best. */
export function rewritePrompt(fence: string): string {
  return [
    'You rewrite a part of a file as the user asks. The first code of the message is the part to rewrite. If the message has a second one, that is the whole file, for reference only.',
    `Reply with everything that is to stand in place of the part, in one code block, and with nothing else. The first line of the reply is ${fence} with the language, the last line is ${fence}.`,
    'Write out every line, also those that stay the same. Never leave lines out, never put a comment such as “... existing code ...” in their place, add no line numbers and no explanation.',
    'Keep the style and the indentation of the part, also of its first line. What is before and after the part stays in the file: do not repeat it.',
  ].join('\n');
}
