import { sharedWords, wordsOf } from '../likeLines.ts';
import { Refused } from '../refused.ts';
import { isSignificant } from '../significance.ts';
import type { Alignment, Step } from './alignment.ts';
import { composed, type ComposingLines } from './composeLines.ts';
import { isUnreached } from './isUnreached.ts';
import type { LinePair } from './linePair.ts';
import type { Piece } from './piece.ts';

/** What comes of the lines, if it does not matter whether they are matched early or late. */
export function certain(
  { early, late }: Alignment,
  pair: LinePair,
  composing: ComposingLines,
): readonly Piece[] {
  checkEdges(early, pair);
  checkChanged(early, pair);
  const [one, other] = [early, late].map((steps) => composed(steps, pair, composing));
  if (textOf(one) !== textOf(other) || isUnreached(one ?? [], pair)) {
    throw new Refused('elision', pair.name);
  }
  return one ?? [];
}

/**
 * Lines between marks that change something must begin and end with lines whose place is known: together, those that stay are
 * in the file once. Where the lines stand for something whole, its start and its end are known.
 */
function checkEdges(steps: readonly Step[], { own, old, marks, name }: LinePair): void {
  const edges = steps.flatMap(({ kind }, at) =>
    kind === 'mark' || kind === 'skipped' ? [at] : [],
  );
  // A mark stands for something, if not beside what is restated here.
  const isIdle = steps.some(
    ({ kind }, at) =>
      kind === 'mark' &&
      marks.size > 0 &&
      steps.slice(0, at).some(isLine) &&
      steps.slice(at + 1).some(isLine) &&
      ![...linesOfGap(steps, at, -1), ...linesOfGap(steps, at, 1)].some((line) =>
        isFilled(old[line]),
      ),
  );
  if (isIdle) {
    throw new Refused('elision', name);
  }
  for (const [at, from] of [-1, ...edges].entries()) {
    const to = edges[at] ?? steps.length;
    const part = steps.slice(from + 1, to);
    if (part.every(({ kind }) => kind === 'same')) {
      continue;
    }
    const isStart = from >= 0;
    const isEnd = to < steps.length;
    const head = linesWhile(part, own);
    const tail = linesWhile(part.toReversed(), own).toReversed();
    if (
      (isStart && head.length > 0 && !isOnce(head, old)) ||
      (isEnd && tail.length > 0 && !isOnce(tail, old))
    ) {
      throw new Refused('elision', name);
    }
  }
}

/** The lines of the file that a mark stands for, before or behind it. */
function linesOfGap(steps: readonly Step[], at: number, by: -1 | 1): readonly number[] {
  const found: number[] = [];
  for (let next = at + by; ; next += by) {
    const step = steps[next];
    if (step?.kind === 'skipped') {
      found.push(step.old);
    } else if (step?.kind !== 'mark') {
      return found;
    }
  }
}

function isLine({ kind }: Step): boolean {
  return kind !== 'mark';
}

function isFilled(line = ''): boolean {
  return line.trim() !== '';
}

/**
 * Beside a mark, a changed line must be like no line of the file more than like that which it replaces, and a new one must not
 * be among those that are skipped.
 */
function checkChanged(steps: readonly Step[], { own, old, marks, name, language }: LinePair): void {
  const kept = new Set(steps.flatMap((step) => (step.kind === 'same' ? [step.old] : [])));
  const left = old.filter((line, at) => !kept.has(at) && isSignificant(line, language));
  for (const step of marks.size === 0 ? [] : steps) {
    const line = 'own' in step ? (own[step.own] ?? '') : '';
    if (step.kind === 'put' && left.some((other) => other.trim() === line.trim())) {
      throw new Refused('elision', name);
    }
    if (step.kind === 'changed') {
      const words = wordsOf(line);
      const likeness = sharedWords(words, wordsOf(old[step.old] ?? ''));
      if (left.some((other) => sharedWords(words, wordsOf(other)) > likeness)) {
        throw new Refused('elision', name);
      }
    }
  }
}

/** The lines that stay, up to the first that does not. */
function linesWhile(steps: readonly Step[], own: readonly string[]): readonly string[] {
  const end = steps.findIndex(({ kind }) => kind !== 'same');
  return steps
    .slice(0, end === -1 ? steps.length : end)
    .flatMap((step) => ('own' in step ? [own[step.own] ?? ''] : []));
}

/** Whether lines with text are in others once, in a row. */
function isOnce(lines: readonly string[], all: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at + lines.length <= all.length && count < 2; at += 1) {
    count += lines.every((line, index) => line.trimEnd() === all[at + index]?.trimEnd()) ? 1 : 0;
  }
  return count === 1;
}

function textOf(pieces: readonly Piece[] = []): string {
  return pieces.flatMap(({ lines }) => lines).join('\n');
}
