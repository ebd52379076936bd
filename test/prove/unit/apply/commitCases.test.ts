import assert from 'node:assert/strict';
import { languageOfPath } from '../../../../src/apply/code/language/languageOfPath.ts';
import { random } from '../../../support/random.ts';
import { quantity } from '../../../support/quantity.ts';
import { seed } from '../../../support/seed.ts';
import { casesOf } from './commits/casesOf.ts';
import { verdictOf } from './commits/commitCase.ts';
import { outcomeOf } from './commits/commitOutcome.ts';
import { keptPairs, pairsIn } from './commits/commitPair.ts';
import { rate, type Result, table, told } from './commits/table.ts';

/** What has to be right at the first try, of the cases with one place, by the kind of form and with or without a grammar. */
const least = {
  explicit: { with: 0.98, without: 0.98 },
  whole: { with: 0.95, without: 0.9 },
  items: { with: 0.9, without: 0.84 },
  marks: { with: 0.75, without: 0.75 },
} as const;

/** How often each pair is written anew, otherwise. */
const rounds = quantity({ slice: 1, whole: 10 });

describe('commits as replies', () => {
  it('are judged wrong where lines go in silence, and right where they stay and are off', async () => {
    const next = random(1);
    const cases = (await keptPairs()).flatMap((pair) => casesOf(pair, next));
    const without = cases.filter(({ form }) => form === 'whole file without one item');
    assert.ok(without.length > 5);
    for (const one of without) {
      const [kept = '', shown = ''] = [one.accepted[0], one.stated?.[0]];
      const [all, rest] = [kept.split('\n'), shown.split('\n')];
      const from = all.findIndex((line, at) => line !== rest[at]);
      const off = [[from, from + all.length - rest.length]] as const;
      const verdict = (after: string, ranges: typeof off | undefined): string =>
        verdictOf(one, { kind: 'applied', after, off: ranges, why: '' });
      assert.equal(verdict(shown, undefined), 'wrong');
      assert.equal(verdict(kept, off), 'off');
      // A line that the reply has is not to be off.
      const stated = from === 0 ? all.length - rest.length : 0;
      assert.equal(verdict(kept, [[stated, stated + 1]]), 'wrong');
    }
    for (const one of cases.filter(({ group }) => group === 'explicit')) {
      const [after = ''] = one.accepted;
      assert.equal(verdictOf(one, { kind: 'applied', after, off: [[0, 1]], why: '' }), 'wrong');
    }
  });

  it('lose and double nothing, and are applied where they mean one thing', async function () {
    this.timeout(3_600_000);
    const next = random(seed);
    // `PARLEY_COMMITS` names a folder with pairs of public projects, which are not kept here.
    const folder = process.env['PARLEY_COMMITS'];
    const pairs = [...(await keptPairs()), ...(folder === undefined ? [] : await pairsIn(folder))];
    const results: Result[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const pair of pairs) {
        for (const one of casesOf(pair, next)) {
          const outcome = await outcomeOf(one, pair.path);
          results.push({ pair, one, outcome, verdict: verdictOf(one, outcome) });
        }
      }
    }
    const tables = [
      table(results, ({ one }) => `${one.group}: ${one.form.replace(/ \|.*/, '')}`),
      table(results, ({ pair, one }) => `${pair.language} ${one.group}`),
    ].join('\n\n');
    if (process.env['PARLEY_APPLY_TELL'] !== undefined) {
      console.log(tables);
    }
    const wrong = results.filter(({ verdict }) => verdict === 'wrong');
    assert.deepEqual(
      wrong.slice(0, 3).map(told),
      [],
      `seed ${seed}: ${wrong.length} of ${results.length} are wrong`,
    );
    for (const [group, shares] of Object.entries(least)) {
      for (const [grammar, share] of Object.entries(shares)) {
        const own = results.filter(
          ({ one, pair }) =>
            one.group === group &&
            (languageOfPath(pair.path) !== undefined) === (grammar === 'with'),
        );
        assert.ok(rate(own) >= share, `seed ${seed}, ${group} ${grammar} a grammar: ${rate(own)}`);
      }
    }
  });
});
