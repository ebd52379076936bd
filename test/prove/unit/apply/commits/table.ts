import { type CommitCase, faultOf, type Outcome, type Verdict } from './commitCase.ts';
import type { CommitPair } from './commitPair.ts';

/** What came of one case. */
export interface Result {
  readonly pair: CommitPair;
  readonly one: CommitCase;
  readonly outcome: Outcome;
  readonly verdict: Verdict;
}

const verdicts: readonly Verdict[] = ['right', 'off', 'blanks', 'refused', 'asked', 'wrong'];

/** How many cases ended how, by a key. */
export function table(results: readonly Result[], key: (result: Result) => string): string {
  const head = ['', 'all', 'unique', 'at once', ...verdicts];
  const rows = [...Map.groupBy(results, key)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => {
      const unique = own.filter(({ one }) => one.isUnique).length;
      const counts = verdicts.map((verdict) => own.filter((one) => one.verdict === verdict).length);
      const share = `${(100 * rate(own)).toFixed(1)} %`;
      return [name, String(own.length), String(unique), share].concat(counts.map(String));
    });
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** The share of the cases with one place that were applied right. */
export function rate(results: readonly Result[]): number {
  const unique = results.filter(({ one }) => one.isUnique);
  const right = unique.filter(({ verdict }) => ['right', 'off', 'blanks'].includes(verdict));
  return unique.length === 0 ? 1 : right.length / unique.length;
}

/** All that is needed to see a result again. */
export function told({ pair, one, outcome }: Result): string {
  const { off, why, after } = outcome;
  return [
    `${pair.language}, ${pair.source}, ${pair.path}`,
    `${faultOf(one, outcome)}; form: ${one.form}; ${outcome.kind}, ${why}${off === undefined ? '' : `, off ${JSON.stringify(off)}`}`,
    `--- file\n${one.text ?? '(none)'}`,
    `--- reply\n${one.block}`,
    `--- wanted\n${one.accepted[0] ?? '(nothing)'}`,
    `--- came\n${after ?? '(nothing)'}`,
  ].join('\n');
}
