import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { anchoredDifferences } from '../../../../src/apply/lines/anchoredDifferences.ts';
import { spliced } from '../../../../src/apply/fitEdit.ts';
import { lineDifferences } from '../../../../src/apply/lines/lineDifferences.ts';
import { planBlock } from '../../../../src/apply/planBlock.ts';
import { loadGrammar } from '../../../support/grammars.ts';

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
    return spliced(text, one.splices) === code ? 'applied' : 'wrong';
  }
  return one?.kind === 'refuse' ? one.reason : (one?.kind ?? 'nothing');
}

describe('anchoredDifferences', () => {
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
        const differences = anchoredDifferences(before, after);
        if (differences === undefined) {
          return;
        }
        compared += lineDifferences(before, after) === undefined ? 1 : 0;
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
      { numRuns: 20 },
    );
    assert.ok(compared > 5, `${compared} of them by their anchors`);
  });

  it('keep the lines that both have once', () => {
    const [before, after] = [functions(1000, 0), functions(1000, 2)];
    assert.equal(lineDifferences(before, after)?.length, undefined);
    const differences = anchoredDifferences(before, after) ?? [];
    assert.equal(differences.length, 1000);
    assert.ok(differences.every(({ before: { from, to } }) => from === to));
  });

  it('are found in time or not at all', () => {
    const started = performance.now();
    const mixed = (anchored: number, step: number): readonly string[] =>
      Array.from({ length: 50_000 }, (_, at) =>
        at % anchored === 0 ? `${at}` : at % step === 0 ? 'a' : 'b',
      );
    assert.ok(anchoredDifferences(mixed(10, 3), mixed(10, 7)));
    assert.equal(anchoredDifferences(mixed(2000, 3), mixed(2000, 7))?.length, undefined);
    const numbers = Array.from({ length: 50_000 }, (_, at) => `${at}`);
    assert.equal(anchoredDifferences(numbers, numbers.toReversed())?.length, 2);
    assert.ok(performance.now() - started < 20_000);
  });

  it('let a whole file be applied of which most is rewritten', async () => {
    const file = functions(1000, 0);
    assert.equal(await planned(functions(1000, 2), file), 'applied');
    assert.equal(await planned(file, functions(1000, 2)), 'removes');
  });
});
