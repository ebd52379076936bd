import assert from 'node:assert/strict';
import type { SourceTree } from './sourceFiles.ts';

/** What came of one case. */
interface Result {
  readonly tree: Pick<SourceTree, 'name' | 'use'>;
  /** The file it was made of. */
  readonly path: string;
  /** How the block was written, and what was done to it or to the file. */
  readonly form: string;
  /** Whether a refusal counts as a miss. */
  readonly isUnique: boolean;
  readonly isApplied: boolean;
  /** The block, if it was applied otherwise than it should be. */
  readonly wrong?: string | undefined;
  /** Why it was not applied. */
  readonly why: string;
}

/** Counts results, and tells their rates. */
export interface Score {
  add(result: Result): void;
  /** Fails if an edit was wrong, or more than 3 % of the unique places of one half were not found at the first try. */
  check(about: string): void;
}

/** Which share of the cases with one place may be refused; of a few cases one. */
const mostRefused = 0.03;

/** Prints the rates with `PARLEY_APPLY_TELL=1`. */
export function createScore(): Score {
  const results: Result[] = [];
  return {
    add: (result) => void results.push(result),
    check(about) {
      const misses = counted(
        results.filter(({ isUnique, isApplied }) => isUnique && !isApplied),
        ({ form, why }) => `${form}: ${why}`,
      );
      const told = `${about}, ${summary(results)}, not applied: ${JSON.stringify(misses)}`;
      if (process.env['PARLEY_APPLY_TELL'] !== undefined) {
        console.log(`${told}\n${table(results)}`);
      }
      const wrong = results.filter((result) => result.wrong !== undefined);
      assert.ok(
        wrong.length === 0,
        [
          `${wrong.length} wrong edits, ${told}`,
          ...wrong.map((one) => `${one.tree.name} ${one.path}, ${one.form}:\n${one.wrong}`),
        ]
          .slice(0, 4)
          .join('\n\n'),
      );
      for (const use of ['tuning', 'proof'] as const) {
        const half = results.filter(({ tree }) => tree.use === use);
        const { unique, refused } = uniqueIn(half);
        const most = Math.max(1, unique * mostRefused);
        assert.ok(half.length > 0 && refused <= most, `${use}: ${told}`);
      }
    },
  };
}

/** How many results have one place, and how many of these were refused. */
function uniqueIn(results: readonly Result[]): { unique: number; refused: number } {
  const own = results.filter(({ isUnique }) => isUnique);
  return { unique: own.length, refused: own.filter(({ isApplied }) => !isApplied).length };
}

function rate(results: readonly Result[]): number {
  const { unique, refused } = uniqueIn(results);
  return unique === 0 ? 1 : 1 - refused / unique;
}

function summary(results: readonly Result[]): string {
  const half = (use: SourceTree['use']): string => {
    const own = results.filter(({ tree }) => tree.use === use);
    const { unique } = uniqueIn(own);
    return `${(rate(own) * 100).toFixed(2)} % of ${unique} in the trees for ${use}`;
  };
  const files = new Set(results.map(({ path }) => path)).size;
  const refused = results.filter(({ isUnique }) => !isUnique).length;
  return `${results.length} cases of ${files} files (${refused} that may be refused), ${half('tuning')}, ${half('proof')}`;
}

/** The rates by tree, by form and by file; of the files only those with a miss. */
function table(results: readonly Result[]): string {
  const by = (key: (result: Result) => string): readonly string[] =>
    [...Map.groupBy(results, key)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, own]) => {
        const { unique } = uniqueIn(own);
        return `${(rate(own) * 100).toFixed(1).padStart(6)} % of ${String(unique).padStart(5)} of ${String(own.length).padStart(5)}  ${name}`;
      });
  const files = by(({ tree, path }) => `${tree.name} ${path}`);
  const whole = files.filter((line) => line.startsWith(' 100.0'));
  return [
    ...by(({ tree }) => `tree ${tree.name} (${tree.use})`),
    ...by(({ form }) => `form ${form}`),
    ...files.filter((line) => !whole.includes(line)),
    `${whole.length} of ${files.length} files at 100 %`,
  ].join('\n');
}

function counted(
  results: readonly Result[],
  key: (result: Result) => string,
): Readonly<Record<string, number>> {
  const counts = [...Map.groupBy(results, key)].map(([name, own]) => [name, own.length] as const);
  return Object.fromEntries(counts.toSorted(([, a], [, b]) => b - a).slice(0, 40));
}
