import { isBlank } from '../../lines/blankLines.ts';
import { keyOfLine } from '../items/lineKeys.ts';
import { wordsOf } from '../language/likeLines.ts';
import type { LinePair, Step } from './alignment.ts';
import { headsOf } from './heads.ts';

/** Lines, and whether they are some of the others, so that there may be more before the first and behind the last. */
export interface Aligned extends LinePair {
  readonly isPart: boolean;
}

/** Whether the places of lines are the only ones that they can be meant for, as far as the lines beside them tell. */
export function isCertain(steps: readonly Step[], pair: Aligned): boolean {
  return (
    isJoinedRight(steps, pair) &&
    isFoundOnce(steps, pair) &&
    isTold(steps, pair) &&
    isTold(steps.toReversed(), pair)
  );
}

/** Whether what stays is in what it was in: else the beginning of one thing would be joined with the end of another. */
function isJoinedRight(steps: readonly Step[], { own, old, marks, language }: Aligned): boolean {
  const places = new Map(
    steps.flatMap((step) => (step.kind === 'same' ? [[step.own, step.old]] : [])),
  );
  const unmarked = own.map((line, at) => (marks.has(at) ? undefined : line));
  const [heads, others] = [headsOf(unmarked, language), headsOf(old, language)];
  return [...places].every(([line, place]) => {
    const head = places.get(heads[line] ?? -1);
    return head === undefined || head === (others[place] ?? head);
  });
}

/**
 * Whether lines between marks that change something are where those up to the first change are once, and those from the last
 * one on; or all of them where nothing is gone.
 */
function isFoundOnce(steps: readonly Step[], pair: Aligned): boolean {
  const { old, isPart } = pair;
  const spans = spansOf(steps);
  return spans.every((span, at) => {
    const changes = span.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
    const places = span.flatMap((step) => ('old' in step ? [step.old] : []));
    const before = old.slice(0, places[0] ?? old.length);
    const isStart = at === 0 && (!isPart || before.every(isBlank));
    const isEnd =
      at === spans.length - 1 && (!isPart || old.slice((places.at(-1) ?? -1) + 1).every(isBlank));
    const head = span.slice(0, changes[0]);
    const tail = span.slice((changes.at(-1) ?? 0) + 1);
    const isAdded = changes.every((index) => span[index]?.kind === 'put');
    const isCertain = isAdded
      ? isStart ||
        isEnd ||
        isOnce(
          span.filter(({ kind }) => kind === 'same'),
          pair,
        )
      : (isStart || isOnce(head, pair) || (head.length === 0 && (isEnd || tail.length > 0))) &&
        (isEnd || isOnce(tail, pair) || (tail.length === 0 && (isStart || head.length > 0)));
    return changes.length === 0 || isCertain;
  });
}

/** The steps between those of marks, with those before the first and behind the last, of which there may be none. */
function spansOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const spans: Step[][] = [[]];
  for (const step of steps) {
    if (!isSkip(step)) {
      spans.at(-1)?.push(step);
    } else if (spans.length === 1 || spans.at(-1)?.length !== 0) {
      spans.push([]);
    }
  }
  return spans;
}

function isSkip({ kind }: Step): boolean {
  return kind === 'mark' || kind === 'skipped';
}

/** Whether lines, of which one says something, are once among the old ones, in a row. */
function isOnce(edge: readonly Step[], { own, old }: Aligned): boolean {
  const lines = edge.map((step) => ('own' in step ? (own[step.own] ?? '').trimEnd() : ''));
  let count = 0;
  for (let at = 0; at + lines.length <= old.length && count < 2; at += 1) {
    count += lines.every((line, index) => line === old[at + index]?.trimEnd()) ? 1 : 0;
  }
  return count === 1 && lines.some(isText);
}

function isText(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/**
 * Between a mark and the next line of the file, a line like one that is there may be that one after a change, or a new one
 * beside it, unless both name the same, and nothing else there does: the mark explains either. Whether that is so nowhere.
 */
function isTold(steps: readonly Step[], pair: Aligned): boolean {
  let [isMarked, isFull] = [false, false];
  return steps.every((step, at) => {
    const isOld = 'old' in step && isText(pair.old[step.old] ?? '');
    if (isSkip(step)) {
      const isMore = at > 0 && steps.slice(at - 1, at).every(isSkip);
      isMarked = (isMore && isMarked) || ('own' in step && pair.marks.has(step.own));
      isFull = (isMore && isFull) || isOld;
    } else if (step.kind === 'same') {
      isMarked &&= !isOld;
    }
    return !isMarked || step.kind !== 'changed' || isSameName(step, pair, isFull);
  });
}

/** What a mark stands for may have been in a changed line, where it stands for no other one: then that must have all its words. */
function isSameName(
  { own, old }: { readonly own: number; readonly old: number },
  pair: Aligned,
  isFull: boolean,
): boolean {
  const [ours = '', theirs = ''] = [pair.own[own], pair.old[old]];
  const key = keyOf(ours);
  return (
    key !== undefined &&
    keyOf(theirs) === key &&
    pair.old.filter((line) => keyOf(line) === key).length === 1 &&
    (isFull || [...wordsOf(theirs)].every((word) => wordsOf(ours).has(word)))
  );
}

function keyOf(line: string): string | undefined {
  const { kind, key } = keyOfLine(line.trim());
  return kind === 'named' ? key : undefined;
}
