import { indentOf } from '../../indentation.ts';
import { sharedWords, wordsOf } from '../likeLines.ts';
import { Refused } from '../refused.ts';
import { isComment, isSignificant } from '../significance.ts';
import type { Alignment, Step } from './alignment.ts';
import { composed, type ComposingLines } from './composeLines.ts';
import type { LinePair } from './linePair.ts';
import { type Piece, plain } from './piece.ts';

/** What comes of the lines, if it does not matter whether they are matched early or late. */
export function certain(
  { early, late }: Alignment,
  pair: LinePair,
  composing: ComposingLines,
): readonly Piece[] {
  checkEdges(early, pair, composing.isOpen);
  checkChanged(early, pair);
  const [one, other] = [early, late].map((steps) =>
    plain(pair.old.slice(0, oldOf(steps, 0))).concat(
      composed(steps, pair, composing),
      plain(pair.old.slice(oldOf(steps, -1) + 1)),
    ),
  );
  if (textOf(one) !== textOf(other) || isUnreached(one ?? [], pair)) {
    throw new Refused('elision', pair.name);
  }
  return one ?? [];
}

/**
 * Lines between marks that change something must begin and end with lines whose place is known: together, those that stay are
 * in the file once. Where the lines stand for something whole, its start and its end are known.
 */
function checkEdges(
  steps: readonly Step[],
  { own, old, name, language }: LinePair,
  isOpen: boolean,
): void {
  const shown = steps.filter((step) => 'own' in step && step.kind !== 'mark');
  // A line at the edge of others tells no place if it is only like one of the file, or is in the file elsewhere. A comment there
  // may be about what is left out.
  const known = new Set(old.map((line) => line.trim()));
  const isElsewhere = (step: Step | undefined): boolean => {
    const line = step !== undefined && 'own' in step ? (own[step.own] ?? '') : '';
    return (
      step?.kind === 'changed' ||
      (step?.kind === 'put' && (known.has(line.trim()) || isComment(line, language)))
    );
  };
  if (isOpen && [shown[0], shown.at(-1)].some(isElsewhere)) {
    throw new Refused('notFound', name);
  }
  const edges = steps.flatMap(({ kind }, at) =>
    kind === 'mark' || kind === 'skipped' ? [at] : [],
  );
  for (const [at, from] of [-1, ...edges].entries()) {
    const to = edges[at] ?? steps.length;
    const part = steps.slice(from + 1, to);
    if (part.every(({ kind }) => kind === 'same')) {
      continue;
    }
    const isStart = isOpen || from >= 0;
    const isEnd = isOpen || to < steps.length;
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

/** The first line of the file that steps are about, or the last one. */
function oldOf(steps: readonly Step[], end: 0 | -1): number {
  const olds = steps.flatMap((step) => ('old' in step ? [step.old] : []));
  return olds.at(end) ?? -1;
}

const leaves = /^\s*(?:return|throw|raise|break|continue)\b/;

/** Whether something comes right behind a line that ends what it is in, and did so neither in the block nor in the file. */
function isUnreached(pieces: readonly Piece[], { own, old }: LinePair): boolean {
  const known = new Set([...pairsOf(own), ...pairsOf(old)]);
  return pairsOf(pieces.flatMap(({ lines }) => lines)).some((pair) => {
    const [line = '', next = ''] = pair.split('\n');
    return (
      leaves.test(line) &&
      indentOf(line) === indentOf(next) &&
      /^\s*\w/.test(next) &&
      !known.has(pair)
    );
  });
}

/** Each line with text together with the next one. */
function pairsOf(lines: readonly string[]): readonly string[] {
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .map((line, at, all) => `${line}\n${all[at + 1] ?? ''}`);
}

function textOf(pieces: readonly Piece[] = []): string {
  return pieces.flatMap(({ lines }) => lines).join('\n');
}
