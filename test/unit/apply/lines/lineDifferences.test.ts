import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { lineDifferences } from '../../../../src/apply/lines/lineDifferences.ts';
import { spliced } from '../../../../src/apply/lines/splices.ts';
import { planBlock } from '../../../../src/apply/planBlock.ts';
import { loadGrammar } from '../../../support/grammars.ts';

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

/** Functions of a file: so many lines are added to each, and so many of its own are left out. */
function functions(count: number, added: number, leftOut = 0): readonly string[] {
  return Array.from({ length: count }, (_, at) => [
    `export function number${at}() {`,
    ...['  start();', `  const own = ${at};`, '  check(own);', '  stop();'].slice(leftOut),
    ...Array.from({ length: added }, () => ['  check(own);', '', '  stop();']).flat(),
    '}',
    '',
  ]).flat();
}

async function planned(block: readonly string[], file: readonly string[]): Promise<string> {
  const code = block.join('\n');
  const text = file.join('\n');
  const plan = await planBlock(
    { text: code, language: '', isComplete: true },
    [{ path: 'src/a.ts', text, seen: text }],
    loadGrammar,
  );
  const one = plan.kind === 'files' ? plan.files[0] : plan;
  if (one?.kind === 'apply') {
    const after = spliced(text, one.splices);
    return `${after === code ? 'applied' : after === text ? 'kept' : 'wrong'}, ${one.leftOut.length} left out`;
  }
  return one?.kind === 'refuse' ? one.reason : (one?.kind ?? 'nothing');
}

describe('lineDifferences', () => {
  it('makes one text of the other with as few lines as possible', () => {
    fc.assert(
      fc.property(fewLines, fewLines, (before, after) => {
        const differences = lineDifferences(before, after);
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

  it('tells 50,000 lines apart in time', () => {
    const count = 50_000;
    const texts: readonly (readonly [string, readonly string[], number])[] = [
      ['every line', many(count, (at) => `other ${at}`), 1],
      ['every second line', many(count, (at) => (at % 2 ? 'other' : `line ${at}`)), count / 2],
      ['the indentation', many(count, (at) => `  line ${at}`), 1],
      ['the order', many(count, (at) => `line ${count - 1 - at}`), 1],
    ];
    const before = many(count, (at) => `line ${at}`);
    for (const [name, after, expected] of texts) {
      const started = performance.now();
      assert.equal(lineDifferences(before, after).length, expected, name);
      assert.ok(performance.now() - started < 10_000, name);
    }
  });

  it('takes no time where all lines are the same, or nearly', () => {
    const same = many(50_000, () => 'a');
    assert.equal(lineDifferences(same, same.slice(20_000)).length, 1);
    const started = performance.now();
    const [tenth, eleventh] = [10, 11].map((step) =>
      many(50_000, (at) => (at % step === 0 ? 'b' : 'a')),
    );
    assert.equal(lineDifferences(tenth ?? [], eleventh ?? []).length, 1);
    assert.ok(performance.now() - started < 10_000);
  });

  it('keeps the lines that both have once where too many others differ', () => {
    const [before, after] = [functions(1000, 0), functions(1000, 2)];
    const differences = lineDifferences(before, after);
    assert.equal(differences.length, 1000);
    assert.ok(differences.every(({ before: { from, to } }) => from === to));
  });

  it('lets a whole file be applied of which most is rewritten', async () => {
    const file = functions(1000, 0);
    assert.equal(await planned(functions(1000, 2), file), 'applied, 0 left out');
    // Each function is merely begun.
    assert.equal(await planned(file, functions(1000, 2)), 'kept, 1000 left out');
  });
});
