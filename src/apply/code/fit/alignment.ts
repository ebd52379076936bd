import { indentOf } from '../../indentation.ts';
import { isBlank } from '../../lines/blankLines.ts';
import { likeness, wordsOf } from '../likeLines.ts';
import { Refused } from '../refused.ts';
import { headsOf } from './heads.ts';

/** Lines of a block, and the lines of a file that they stand for. */
export interface LinePair {
  /** As they are to be in the file: indented as there. */
  readonly own: readonly string[];
  /** Which of them are marks, counted from the first. */
  readonly marks: ReadonlySet<number>;
  /** Whether the block has marks: then a line that is like another one may as well be new as that one after a change. */
  readonly isMarked: boolean;
  readonly old: readonly string[];
  /** How often the file has a line, without regard to its indentation. */
  readonly timesIn: (line: string) => number;
  readonly language: string | undefined;
}

/**
 * What becomes of one line. `same`: it is in both. `changed`: one is the other but for a word or two. `put`: it is new.
 * `gone`: the block does not have it. `skipped`: it is among the lines that a mark of the block stands for.
 */
export type Step =
  | { readonly kind: 'same' | 'changed'; readonly own: number; readonly old: number }
  | { readonly kind: 'put' | 'mark'; readonly own: number }
  | { readonly kind: 'gone' | 'skipped'; readonly old: number };

/** What a match is worth: lines that say something tell more than a change, and that more than a brace. */
const worth = { same: 16, changed: 6, brace: 4, blank: 2 };

/** What it costs that a line with text is gone where nothing stands for it. */
const cost = 3;

/** Longer texts are not aligned. */
const mostCells = 6_000_000;

/** More lines are not compared by their words. */
const mostComparisons = 400_000;

/** Lines of a block, undefined for a mark, and those of a file: what matches are worth, and what it costs that a line is gone. */
interface Lines {
  readonly own: readonly (string | undefined)[];
  readonly old: readonly string[];
  /** 0 if two lines are not alike. */
  readonly match: (own: number, old: number) => number;
  readonly costs: readonly number[];
}

/** The lines, and what the rest of them is worth at most from a line of the block and one of the file on. */
interface Table extends Lines {
  readonly best: (own: number, old: number) => number;
}

/**
 * Aligns lines so that they have the most in common (the edit distance of Levenshtein, by lines). What is skipped at a mark, or
 * at a comment that is one of the `remarks`, costs nothing. Throws if the texts are too long.
 */
export function aligned(
  pair: Omit<LinePair, 'timesIn'>,
  remarks: ReadonlySet<number> = new Set(),
): readonly Step[] {
  const { old, language } = pair;
  const own = withMarks(pair, remarks);
  if ((own.length + 1) * (old.length + 1) > mostCells) {
    throw new Refused('large');
  }
  const costs = old.map((line) => (isBlank(line) ? 0 : cost));
  const same = matcher(own, old, language);
  const like = pair.isMarked ? undefined : likeLines(own, old);
  const match: Lines['match'] = (i, j) => same(i, j) || (like?.(i, j) ?? 0);
  const lines = { own, old, costs, match };
  return pathIn(tableOf(lines));
}

/** The lines, undefined for marks and remarks, and for the blank ones beside those, which say nothing of the file. */
function withMarks(
  { own, marks }: Pick<LinePair, 'own' | 'marks'>,
  remarks: ReadonlySet<number>,
): readonly (string | undefined)[] {
  const isMark = (at: number): boolean => marks.has(at) || remarks.has(at);
  const isBeside = (at: number, step: -1 | 1): boolean => {
    let next = at;
    while (!isMark(next) && isBlank(own[next] ?? '-')) {
      next += step;
    }
    return isMark(next);
  };
  return own.map((line, at) => (isBeside(at, -1) || isBeside(at, 1) ? undefined : line));
}

function tableOf(lines: Lines): Table {
  const { own, old, match, costs } = lines;
  const [rows, width] = [own.length, old.length + 1];
  const best = new Int32Array((rows + 1) * width);
  for (let i = rows; i >= 0; i -= 1) {
    const [row, next] = [i * width, (i + 1) * width];
    const isMark = i < rows && own[i] === undefined;
    for (let j = old.length; j >= 0; j -= 1) {
      let most = i < rows ? (best[next + j] ?? 0) : j === old.length ? 0 : -Infinity;
      if (j < old.length) {
        most = Math.max(most, (best[row + j + 1] ?? 0) - (isMark ? 0 : (costs[j] ?? 0)));
        const matched = i < rows && !isMark ? match(i, j) : 0;
        if (matched > 0) {
          most = Math.max(most, matched + (best[next + j + 1] ?? 0));
        }
      }
      best[row + j] = most;
    }
  }
  return { ...lines, best: (i, j) => best[i * width + j] ?? 0 };
}

/** What it is worth that a new line is one of the file after a change: half of their words are the same. */
function likeLines(
  own: readonly (string | undefined)[],
  old: readonly string[],
): Lines['match'] | undefined {
  const known = new Set(old.map((line) => line.trim()));
  const isNew = (line: string | undefined): boolean => !known.has(line?.trim() ?? '');
  const [words, others] = [own, old].map((lines) => lines.map((line = '') => wordsOf(line)));
  return own.filter(isNew).length * old.length > mostComparisons
    ? undefined
    : (i, j) => {
        const isAlike = isNew(own[i]) && indentOf(own[i] ?? '') === indentOf(old[j] ?? '');
        const share = isAlike ? likeness(words?.[i] ?? new Set(), others?.[j] ?? new Set()) : 0;
        return share < 0.5 ? 0 : Math.floor(share * worth.changed);
      };
}

/** What it is worth that two lines are matched: blanks at their ends aside, they are the same. */
function matcher(
  own: readonly (string | undefined)[],
  old: readonly string[],
  language: string | undefined,
): Lines['match'] {
  // Numbers are compared faster than texts.
  const ids = new Map<string | undefined, number>();
  const idOf = (line: string | undefined): number => {
    const text = line?.trimEnd();
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  };
  const [ownIds, oldIds] = [own.map(idOf), old.map(idOf)];
  const values = old.map((line) =>
    isBlank(line) ? worth.blank : hasWord(line) ? worth.same : worth.brace,
  );
  const known = new Set(oldIds);
  const [ownHeads, oldHeads] = [headsOf(own, language), headsOf(old, language)];
  // What begins with a line that the file has is not in something else there.
  const isHeld = (i: number, j: number): boolean => {
    const [head = -1, other] = [ownHeads[i], oldHeads[j]];
    const id = ownIds[head] ?? -1;
    return other === undefined || !known.has(id) || id === oldIds[other];
  };
  return (i, j) => (ownIds[i] === oldIds[j] && isHeld(i, j) ? (values[j] ?? 0) : 0);
}

/** Whether a line has a word or a name, in code or in a comment. */
function hasWord(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/** The best steps; among equal ones, those that match lines with the first that are the same. */
function pathIn(table: Table): readonly Step[] {
  const { own, old, best, costs } = table;
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < own.length || j < old.length) {
    const isMark = own[i] === undefined && i < own.length;
    const isSkip = j < old.length && best(i, j) === best(i, j + 1) - (isMark ? 0 : (costs[j] ?? 0));
    if (isMatchBest(table, i, j)) {
      steps.push({
        kind: own[i]?.trimEnd() === old[j]?.trimEnd() ? 'same' : 'changed',
        own: i,
        old: j,
      });
      [i, j] = [i + 1, j + 1];
    } else if (i < own.length && best(i, j) === best(i + 1, j) && !(isSkip && isMark)) {
      steps.push({ kind: isMark ? 'mark' : 'put', own: i });
      i += 1;
    } else {
      steps.push({ kind: isMark ? 'skipped' : 'gone', old: j });
      j += 1;
    }
  }
  return steps;
}

function isMatchBest({ own, old, best, match }: Table, i: number, j: number): boolean {
  const value = i < own.length && j < old.length && own[i] !== undefined ? match(i, j) : 0;
  return value > 0 && best(i, j) === value + best(i + 1, j + 1);
}
