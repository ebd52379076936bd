import { indentOf } from '../../indentation.ts';
import { areLike, wordsOf } from '../likeLines.ts';
import { isSignificant } from '../significance.ts';

/**
 * What becomes of one line. `same`: it is in both. `changed`: one is the other but for a word or two. `put`: it is new.
 * `gone`: the block does not have it. `skipped`: it is among the lines that a mark of the block stands for.
 */
export type Step =
  | { readonly kind: 'same' | 'changed'; readonly own: number; readonly old: number }
  | { readonly kind: 'put'; readonly own: number }
  | { readonly kind: 'gone'; readonly old: number }
  | { readonly kind: 'skipped'; readonly old: number }
  | { readonly kind: 'mark'; readonly own: number };

/** How lines of a block stand for lines of a file. */
export interface Alignment {
  /** With each line of the block as early in the file as it can be without being a worse match. */
  readonly early: readonly Step[];
  /** The same, but as late as it can be. */
  readonly late: readonly Step[];
}

/** What a match is worth: lines that say something tell more than a comment, and that more than a brace. */
const worth = { same: 8, changed: 4, comment: 6, brace: 2, blank: 1 };

/** Whether a line has a word or a name, in code or in a comment. */
function hasWord(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/** What it costs that a line of the file is gone where nothing stands for it. */
const cost = { line: 2, brace: 1, blank: 0 };

/** Longer texts are not aligned. */
const mostCells = 6_000_000;

/** More lines are not compared by their words. */
const mostComparisons = 400_000;

/**
 * Aligns lines so that they have the most in common (the edit distance of Levenshtein, by lines). `own` has undefined for
 * a mark: what is skipped there costs nothing. Undefined if the texts are too long.
 */
export function aligned(
  own: readonly (string | undefined)[],
  old: readonly string[],
  language: string | undefined,
): Alignment | undefined {
  if ((own.length + 1) * (old.length + 1) > mostCells) {
    return undefined;
  }
  const table = bestFrom(own, old, language);
  return { early: path(table, false), late: path(table, true) };
}

interface Table {
  readonly own: readonly (string | undefined)[];
  readonly old: readonly string[];
  /** What the rest is worth at most, from a line of the block and one of the file on. */
  readonly best: Int32Array;
  readonly match: (own: number, old: number) => number;
  readonly costs: readonly number[];
}

function bestFrom(
  own: readonly (string | undefined)[],
  old: readonly string[],
  language: string | undefined,
): Table {
  const width = old.length + 1;
  const best = new Int32Array((own.length + 1) * width);
  const costs = old.map((line) =>
    line.trim() === '' ? cost.blank : isSignificant(line, language) ? cost.line : cost.brace,
  );
  const match = matcher(own, old, language);
  for (let j = old.length - 1; j >= 0; j -= 1) {
    best[own.length * width + j] = (best[own.length * width + j + 1] ?? 0) - (costs[j] ?? 0);
  }
  for (let i = own.length - 1; i >= 0; i -= 1) {
    const isMark = own[i] === undefined;
    for (let j = old.length; j >= 0; j -= 1) {
      const put = best[(i + 1) * width + j] ?? 0;
      let most = put;
      if (j < old.length) {
        const skipped = (best[i * width + j + 1] ?? 0) - (isMark ? 0 : (costs[j] ?? 0));
        const matched = isMark ? 0 : match(i, j);
        most = Math.max(
          put,
          skipped,
          matched > 0 ? matched + (best[(i + 1) * width + j + 1] ?? 0) : put,
        );
      }
      best[i * width + j] = most;
    }
  }
  return { own, old, best, match, costs };
}

/** What it is worth that two lines are matched; 0 if they are not alike. */
function matcher(
  own: readonly (string | undefined)[],
  old: readonly string[],
  language: string | undefined,
): (own: number, old: number) => number {
  const known = new Set(old.map((line) => line.trimEnd()));
  const trimmed = new Set(old.map((line) => line.trim()));
  const ends = old.map((line) => line.trimEnd());
  const values = ends.map((line) =>
    line === ''
      ? worth.blank
      : isSignificant(line, language)
        ? worth.same
        : hasWord(line)
          ? worth.comment
          : worth.brace,
  );
  // Only lines that the file does not have are compared by their words.
  const others = own.filter((line) => line !== undefined && !known.has(line.trimEnd()));
  const isShort = others.length * old.length <= mostComparisons;
  const words = old.map((line) => (isShort && hasWord(line) ? wordsOf(line) : undefined));
  const likeOnes = (line: string): ReadonlySet<number> => {
    const text = line.trim();
    const own = wordsOf(text);
    // The same at another indentation, or else the same but for a few words.
    const isLike = (at: number): boolean =>
      trimmed.has(text)
        ? old[at]?.trim() === text
        : indentOf(old[at] ?? '') === indentOf(line) && areLike(own, words[at] ?? nothing);
    return new Set(Array.from(old.keys()).filter(isLike));
  };
  const like = own.map((line) =>
    line === undefined || known.has(line.trimEnd()) || !hasWord(line) ? undefined : likeOnes(line),
  );
  return (i, j) =>
    own[i]?.trimEnd() === ends[j] ? (values[j] ?? 0) : like[i]?.has(j) === true ? worth.changed : 0;
}

const nothing: ReadonlySet<string> = new Set();

function path({ own, old, best, match, costs }: Table, isLate: boolean): readonly Step[] {
  const width = old.length + 1;
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < own.length || j < old.length) {
    const isMark = own[i] === undefined && i < own.length;
    const now = at(i, j);
    const skip = j < old.length && now === at(i, j + 1) - (isMark ? 0 : (costs[j] ?? 0));
    const worthOf = j < old.length && i < own.length && !isMark ? match(i, j) : 0;
    const isMatch = worthOf > 0 && now === worthOf + at(i + 1, j + 1);
    if (isMatch && !(isLate && skip)) {
      steps.push({
        kind: own[i]?.trimEnd() === old[j]?.trimEnd() ? 'same' : 'changed',
        own: i,
        old: j,
      });
      i += 1;
      j += 1;
    } else if (i < own.length && now === at(i + 1, j) && !(skip && (isLate || isMark))) {
      steps.push({ kind: isMark ? 'mark' : 'put', own: i });
      i += 1;
    } else if (skip) {
      steps.push({ kind: isMark ? 'skipped' : 'gone', old: j });
      j += 1;
    } else {
      steps.push({ kind: 'put', own: i });
      i += 1;
    }
  }
  return steps;
}
