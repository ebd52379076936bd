import { indentOf } from '../../lines/indentation.ts';
import { isBlank } from '../../lines/blankLines.ts';
import { keyOfLine } from '../items/lineKeys.ts';
import { likeness, wordsOf } from '../language/likeLines.ts';
import { Refused } from '../../plan/refused.ts';
import { headsOf } from './heads.ts';

/** Lines of a block, and the lines of a file that they stand for. */
export interface LinePair {
  /** As they are to be in the file: indented as there. */
  readonly own: readonly string[];
  /** Which of them are marks, counted from the first. */
  readonly marks: ReadonlySet<number>;
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

/** What it costs that a line with text is gone where nothing stands for it, and that many are in one place. */
const cost = 3;
const mostCost = 20;

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
  const lines = { own, old, costs, match: matcher(own, old, language) };
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
    let far = -Infinity;
    for (let j = old.length; j >= 0; j -= 1) {
      let most = i < rows ? (best[next + j] ?? 0) : j === old.length ? 0 : -Infinity;
      if (j < old.length) {
        most = Math.max(
          most,
          (best[row + j + 1] ?? 0) - (isMark ? 0 : (costs[j] ?? 0)),
          far - mostCost,
        );
        const matched = i < rows && !isMark ? match(i, j) : 0;
        if (matched > 0) {
          most = Math.max(most, matched + (best[next + j + 1] ?? 0));
        }
      }
      best[row + j] = most;
      far = Math.max(far, most);
    }
  }
  return { ...lines, best: (i, j) => best[i * width + j] ?? 0 };
}

/** What it is worth that two lines are matched. */
function matcher(
  own: readonly (string | undefined)[],
  old: readonly string[],
  language: string | undefined,
): Lines['match'] {
  const ends = old.map((line) => line.trimEnd());
  const bare = own.map((line) => line?.trimEnd());
  // Numbers are compared faster than texts.
  const ids = new Map<string | undefined, number>();
  const idOf = (line: string | undefined): number => {
    const id = ids.get(line) ?? ids.size;
    ids.set(line, id);
    return id;
  };
  const [ownIds, oldIds] = [bare.map(idOf), ends.map(idOf)];
  const values = ends.map((line) =>
    line === '' ? worth.blank : hasWord(line) ? worth.same : worth.brace,
  );
  const [known, trimmed] = [new Set(ends), new Set(old.map((line) => line.trim()))];
  // Only lines that the file does not have are compared by their words.
  const isNew = (line: string | undefined): line is string =>
    line !== undefined && !known.has(line) && hasWord(line);
  const isShort = bare.filter(isNew).length * old.length <= mostComparisons;
  const words = ends.map((line) => (isShort && hasWord(line) ? wordsOf(line) : undefined));
  const likes = bare.map((line) => {
    const text = line?.trim() ?? '';
    const others = isNew(line) ? wordsOf(line) : undefined;
    // The same at another indentation, or else the same but for a few words.
    const likenessTo = (other: string, at: number): number =>
      trimmed.has(text)
        ? Number(other.trim() === text)
        : others && words[at] && indentOf(other) === indentOf(line ?? '')
          ? likeness(others, words[at])
          : 0;
    return others && ends.map(likenessTo);
  });
  const like = onlyLike(likes, bare, ends);
  const match = (i: number, j: number): number =>
    ownIds[i] === oldIds[j] ? (values[j] ?? 0) : (like[i]?.[j] ?? 0);
  const [ownHeads, oldHeads] = [headsOf(bare, language), headsOf(old, language)];
  // What begins with a line that the file has is not in something else there.
  const isHeld = (i: number, j: number): boolean => {
    const [head = -1, other] = [ownHeads[i], oldHeads[j]];
    return head === -1 || other === undefined || isNew(bare[head]) || match(head, other) > 0;
  };
  return (i, j) => {
    const value = match(i, j);
    return value > 0 && isHeld(i, j) ? value : 0;
  };
}

/** What it is worth that lines are changed, of which neither is as much like any other; by how much each is like each. */
function onlyLike(
  likes: readonly (readonly number[] | undefined)[],
  own: readonly (string | undefined)[],
  old: readonly string[],
): readonly (readonly number[] | undefined)[] {
  // What has a name is nothing that has none, unless it has all its words; of lines that are as much alike, the name tells.
  const [ownKeys = [], oldKeys = []] = [own, old].map((all) =>
    all.map((line = '') => keyOfLine(line.trim())),
  );
  const ranks = likes.map((row, i) =>
    row?.map((share, j) =>
      share < 0.5 || (share < 1 && ownKeys[i]?.kind !== oldKeys[j]?.kind)
        ? 0
        : share + Number(ownKeys[i]?.key === oldKeys[j]?.key),
    ),
  );
  const most = old.map((_, j) => topOf(ranks.map((row) => row?.[j] ?? 0)));
  return ranks.map((row, i) => {
    const best = row && topOf(row);
    return row?.map((rank, j) =>
      rank === best && rank === most[j] ? changedWorth(likes[i]?.[j] ?? 0) : 0,
    );
  });
}

/** The largest of several numbers, if it is there once. */
function topOf(shares: readonly number[]): number | undefined {
  const top = shares.reduce((most, share) => Math.max(most, share), 0);
  return shares.indexOf(top) === shares.lastIndexOf(top) ? top : undefined;
}

/** What it is worth that a line is another one after a change, if half of their words are the same. */
function changedWorth(share: number): number {
  return share < 0.5 ? 0 : Math.floor(share * worth.changed);
}

/** Whether a line has a word or a name, in code or in a comment. */
function hasWord(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/** The best steps; among equal ones, those that match lines with the first that they are like. */
function pathIn(table: Table): readonly Step[] {
  const { own, old, best, costs } = table;
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < own.length || j < old.length) {
    const isMark = own[i] === undefined && i < own.length;
    const sort = isMark ? 'skipped' : 'gone';
    const skip = j < old.length && best(i, j) === best(i, j + 1) - (isMark ? 0 : (costs[j] ?? 0));
    if (isMatchBest(table, i, j)) {
      steps.push(matchStep(table, i, j));
      [i, j] = [i + 1, j + 1];
    } else if (i < own.length && best(i, j) === best(i + 1, j) && !(skip && isMark)) {
      steps.push({ kind: isMark ? 'mark' : 'put', own: i });
      i += 1;
    } else {
      // One line, or many in one place.
      const now = best(i, j) + mostCost;
      let to = j + 1;
      if (!skip) {
        while (to < old.length && best(i, to) !== now) {
          to += 1;
        }
      }
      for (; j < to; j += 1) {
        steps.push({ kind: sort, old: j });
      }
    }
  }
  return steps;
}

function isMatchBest({ own, old, best, match }: Table, i: number, j: number): boolean {
  const value = i < own.length && j < old.length && own[i] !== undefined ? match(i, j) : 0;
  return value > 0 && best(i, j) === value + best(i + 1, j + 1);
}

function matchStep({ own, old }: Pick<Lines, 'own' | 'old'>, i: number, j: number): Step {
  const isSame = own[i]?.trimEnd() === old[j]?.trimEnd();
  return { kind: isSame ? 'same' : 'changed', own: i, old: j };
}
