import assert from 'node:assert/strict';
import { afterBlock, searchBlock as search } from '../../../support/apply/afterBlock.ts';
import { quantity } from '../../../support/quantity.ts';

async function after(block: string, text: string, file = 'src/a.ts'): Promise<string> {
  return afterBlock(block, text, { file });
}

const one = 'export function one(): number {\n  const a = 1;\n  const b = 2;\n  return a + b;\n}\n';

/** A text of 2 MB whose lines differ. */
const large = Array.from(
  { length: 40_000 },
  (_, at) => `const value${at} = compute(${at}, 'some text ${at}');\n`,
).join('');

/** The sizes of what takes long, as a share of the largest. */
const share = quantity({ slice: 0.2, whole: 1 });

/** Of the processor's time. */
const mostMicroseconds = quantity({ slice: 20_000_000, whole: 60_000_000 });

describe('blocks that are made to do harm', () => {
  it('take neither time nor memory, whatever their size', async function () {
    this.timeout(120_000);
    const hunks = (count: number): string =>
      `--- a/a.txt\n+++ b/a.txt\n${'@@ @@\n-a\n+b\n'.repeat(count)}`;
    const same = 'a\n'.repeat(900);
    const all = Array.from({ length: 3000 * share }, (_, at) => at);
    const many = (name: string): string =>
      all.map((at) => `import { ${name}${at} } from './m${at}';\n`).join('');
    const texts: readonly (readonly [string, string, string, RegExp])[] = [
      ['100,000 hunks', hunks(100_000), same, /^refused: large$/],
      ['2,000 hunks in 900 places each', hunks(2000), same, /^refused: place$/],
      [
        'places that overlap',
        search('a\n'.repeat(20_000 * share) + 'a', 'b'),
        'a\n'.repeat(20_000 * share + 900),
        /^refused/,
      ],
      ['a long line', search('x'.repeat(1_000_000), 'y'), one, /^refused: notFound$/],
      [
        '2 MB of edits',
        search(large.trimEnd(), large.replace('value200 ', 'other ').trimEnd()),
        large,
        /other = compute\(200,/,
      ],
      ['2 MB of code', large, large, /^refused: large$/],
    ];
    const started = process.cpuUsage();
    for (const [name, block, text, expected] of texts) {
      assert.match(await after(block, text, 'a.txt'), expected, name);
    }
    assert.equal(await after('{'.repeat(100_000 * share), one), 'refused: new');
    // Few lines with marks, in a function of very many.
    const calls = Array.from({ length: 49_000 * share }, (_, at) => `  call(${at});`);
    const shown = [0, 20_000, 40_000].flatMap((at) =>
      calls
        .slice(at * share, at * share + 33)
        .with(9, '  changed();')
        .concat('  // ...'),
    );
    const inFunction = (lines: readonly string[]): string =>
      `function f() {\n${lines.join('\n')}\n}\n`;
    assert.equal(
      await after(inFunction(shown), inFunction(calls)),
      inFunction(
        calls
          .with(9, '  changed();')
          .with(20_000 * share + 9, '  changed();')
          .with(40_000 * share + 9, '  changed();'),
      ),
    );
    // Minutes, were each compared with each.
    for (const line of ['same.call(1);\n', '// ...\nsame.call(1);\n']) {
      const lines = line.repeat((40_000 * share) / line.split('\n').length);
      const block = lines.replace('(1);', '(1); // now');
      const told = await after(block, lines);
      assert.ok([block, 'refused: large', 'refused: elision'].includes(told), told.slice(0, 100));
    }
    // More than a call can have arguments.
    assert.equal(await after('a line\n'.repeat(130_000), 'b\nc\n', 'a.txt'), 'refused: new');
    assert.match(await after('// x\n'.repeat(130_000 * share), one), /^refused/);
    const patch = (at: number): string => `--- a/${at}.txt\n+++ b/${at}.txt\n@@ @@\n-a\n+b\n`;
    assert.equal(
      await after(
        Array.from({ length: 40_000 * share }, (_, at) => patch(at)).join(''),
        'a\n',
        '0.txt',
      ),
      'b\n',
    );
    const imports = await after(many('b'), `${many('a')}\n${one}`);
    assert.match(imports, /^import \{ a0, b0 \} from '.\/m0';\n/);
    const { user, system } = process.cpuUsage(started);
    assert.ok(user + system < mostMicroseconds, `${user + system} µs`);
  });
});
