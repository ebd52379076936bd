import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { lineDifferences } from '../../../../../src/apply/lines/lineDifferences.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

describe('lineDifferences', () => {
  it('make one text of the other, however many lines differ', () => {
    const line = fc.constantFrom('a', 'b', '', '}');
    // One line in five is once in the text. Those of `before` may be moved.
    const unique = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 300, maxLength: 600 });
    const text = unique.chain((numbers) =>
      fc
        .array(line, { minLength: numbers.length * 4, maxLength: numbers.length * 4 })
        .map((lines) => numbers.flatMap((n, at) => [`${n}`, ...lines.slice(at * 4, at * 4 + 4)])),
    );
    let compared = 0;
    fc.assert(
      fc.property(text, text, (before, after) => {
        const differences = lineDifferences(before, after);
        compared += differences.length > 1 ? 1 : 0;
        const made: string[] = [];
        let at = 0;
        for (const one of differences) {
          const same = before.slice(at, one.before.from);
          assert.ok(at === 0 || same.length > 0, 'lines are between two differences');
          made.push(...same, ...after.slice(one.after.from, one.after.to));
          at = one.before.to;
        }
        assert.ok(
          [...made, ...before.slice(at)].join('\n') === after.join('\n'),
          'not the other text',
        );
      }),
      { seed, numRuns: quantity({ slice: 6, whole: 100 }) },
    );
    assert.ok(
      compared >= quantity({ slice: 1, whole: 25 }),
      `${compared} of them by more than their edges`,
    );
  });

  it('are found where far too many lines differ to compare them all', () => {
    const count = quantity({ slice: 20_000, whole: 50_000 });
    const mixed = (anchored: number, step: number): readonly string[] =>
      Array.from({ length: count }, (_, at) =>
        at % anchored === 0 ? `${at}` : at % step === 0 ? 'a' : 'b',
      );
    assert.ok(lineDifferences(mixed(10, 3), mixed(10, 7)).length > 1);
    // One between each two of the lines that both have once.
    assert.equal(lineDifferences(mixed(2000, 3), mixed(2000, 7)).length, count / 2000);
    const numbers = Array.from({ length: count }, (_, at) => `${at}`);
    assert.equal(lineDifferences(numbers, numbers.toReversed()).length, 1);
  });
});
