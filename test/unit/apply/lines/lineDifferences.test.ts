import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { lineDifferences } from '../../../../src/apply/lines/lineDifferences.ts';

const fewLines = fc.array(fc.constantFrom('a', 'b', '', '}', '  x'), { maxLength: 14 });

/** Lines by their number. */
function many(count: number, line: (at: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, at) => line(at));
}

/** How many lines the longest common part of two texts has, found by the plain table. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0);
  for (const line of a) {
    const above = row;
    row = [];
    b.forEach((other, at) => {
      const diagonal = above[at - 1] ?? 0;
      row.push(line === other ? diagonal + 1 : Math.max(above[at] ?? 0, row[at - 1] ?? 0));
    });
  }
  return row.at(-1) ?? 0;
}

describe('lineDifferences', () => {
  it('makes one text of the other with as few lines as possible', () => {
    fc.assert(
      fc.property(fewLines, fewLines, (before, after) => {
        const differences = lineDifferences(before, after) ?? [];
        const made: string[] = [];
        let [at, kept] = [0, 0];
        for (const one of differences) {
          const same = before.slice(at, one.before.from);
          assert.ok(at === 0 || same.length > 0, 'lines are between two differences');
          kept += same.length;
          made.push(...same, ...after.slice(one.after.from, one.after.to));
          at = one.before.to;
        }
        assert.deepEqual([...made, ...before.slice(at)], after);
        assert.equal(kept + before.length - at, longestCommon(before, after));
      }),
    );
  });

  it('tells 50,000 lines apart, or says in time that it cannot', () => {
    const count = 50_000;
    const texts: readonly (readonly [string, readonly string[], number | undefined])[] = [
      ['every line', many(count, (at) => `other ${at}`), 1],
      ['every second line', many(count, (at) => (at % 2 ? 'other' : `line ${at}`)), count / 2],
      ['the indentation', many(count, (at) => `  line ${at}`), 1],
      ['the order', many(count, (at) => `line ${count - 1 - at}`), undefined],
    ];
    const before = many(count, (at) => `line ${at}`);
    for (const [name, after, expected] of texts) {
      const started = performance.now();
      assert.equal(lineDifferences(before, after)?.length, expected, name);
      assert.ok(performance.now() - started < 10_000, name);
    }
  });

  it('takes no time where all lines are the same, or nearly', () => {
    const same = many(50_000, () => 'a');
    assert.equal(lineDifferences(same, same.slice(20_000))?.length, 1);
    const started = performance.now();
    const [tenth, eleventh] = [10, 11].map((step) =>
      many(50_000, (at) => (at % step === 0 ? 'b' : 'a')),
    );
    assert.equal(lineDifferences(tenth ?? [], eleventh ?? []), undefined);
    assert.ok(performance.now() - started < 10_000);
  });
});
