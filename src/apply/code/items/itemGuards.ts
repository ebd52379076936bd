import { type CodeFit, hasMark } from '../codeText.ts';
import type { CodeRefusal } from '../codePlan.ts';
import type { Item } from './outline.ts';
import { isSignificant, removesSome, sharedPart, significantLines } from '../significance.ts';

/** Shorter ones may lose most of their lines. */
const leastRemoved = 10;

/** What speaks against replacing an item of the file by one of the block; undefined if nothing does. */
export function itemProblem(fit: CodeFit, item: Item, old: Item): CodeRefusal | undefined {
  if (old.hasError || item.hasError) {
    return 'syntax';
  }
  return old.isAlone && item.isAlone ? contentProblem(fit, item, old) : 'unsure';
}

/** The same without regard to where its lines begin and end. */
export function contentProblem(fit: CodeFit, item: Item, old: Item): CodeRefusal | undefined {
  const { block, file } = fit;
  if (old.kind === 'statement' && !mayChange(old) && item.head !== old.head) {
    return 'notFound';
  }
  if (lacksModifiers(item, old)) {
    return 'modifiers';
  }
  const isMarked = hasMark(block, { from: item.own, to: item.to });
  const [lines, before] = [
    significantLines(block.lines.slice(item.own, item.to)),
    significantLines(file.lines.slice(old.own, old.to)),
  ];
  if (item.head !== old.head && old.body !== undefined && !isMarked) {
    const shared = sharedPart(lines, before);
    if (shared < 0.2 && sharedPart(before, lines) < 0.2) {
      return 'unlike';
    }
  }
  const isContainer = old.members !== undefined;
  if (!isMarked && !isContainer) {
    const least = old.kind === 'statement' ? 0.8 : 0.4;
    if (before.length >= leastRemoved && lines.length < before.length * least) {
      return 'removes';
    }
    if (isEmptied(fit, item, old)) {
      return 'removes';
    }
    if (losesData(fit, item, old)) {
      return 'missing';
    }
  }
  return losesComment(fit, item, old) ? 'removes' : undefined;
}

/** Statements are told apart by the text they begin with; see `keyOf`. */
function mayChange({ key }: Item): boolean {
  return /["'`]$/.test(key);
}

function lacksModifiers(item: Item, old: Item): boolean {
  const own = new Set(item.modifiers);
  return old.modifiers.some((modifier) => !own.has(modifier));
}

function isEmptied({ block, file }: CodeFit, item: Item, old: Item): boolean {
  if (item.body === undefined || old.body === undefined) {
    return old.body !== undefined && item.body === undefined && old.to - old.own > 1;
  }
  const left = block.lines.slice(item.body.from, item.body.to);
  const had = file.lines.slice(old.body.from, old.body.to);
  const isOneLine =
    item.to - item.own === 1 &&
    item.head.length <
      block.lines.slice(item.own, item.to).join('').replaceAll(/\s+/g, '').length - 2;
  return !isOneLine && !left.some(isSignificant) && had.some(isSignificant);
}

/**
 * Whether lines of a list, a type or another value would be gone. A function is stated as a whole; of data, one line alone
 * may be all that is shown.
 */
function losesData({ block, file }: CodeFit, item: Item, old: Item): boolean {
  const [lines, before] = [block.lines.slice(item.own, item.to), file.lines.slice(old.own, old.to)];
  const text = lines.join('\n');
  const isFunction =
    item.body !== undefined || old.body !== undefined || /=>|\bfunction\b/.test(text);
  if (item.kind !== 'named' || isFunction || !removesSome(before, lines)) {
    return false;
  }
  const left = new Set(wordsOf(text));
  return wordsOf(before.join('\n')).some((word) => !left.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
}

/** Whether a comment of several lines would be replaced by a shorter one that says something else. */
function losesComment({ block, file }: CodeFit, item: Item, old: Item): boolean {
  const own = block.lines.slice(item.from, item.own).map((line) => line.trim());
  const had = file.lines.slice(old.from, old.own).map((line) => line.trim());
  return (
    own.length > 0 &&
    had.length > 1 &&
    own.length * 2 <= had.length + 1 &&
    sharedPart(
      own.filter((line) => /\w/.test(line)),
      had,
    ) === 0
  );
}
