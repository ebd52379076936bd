import assert from 'node:assert/strict';
import { planBlock } from '../../../src/apply/planBlock.ts';
import { loadGrammar } from '../../support/grammars.ts';
import { afterBlock, searchBlock as search } from '../../support/apply/afterBlock.ts';

async function after(block: string, text: string, file = 'src/a.ts'): Promise<string> {
  return afterBlock(block, text, { file });
}

const one = 'export function one(): number {\n  const a = 1;\n  const b = 2;\n  return a + b;\n}\n';
const two =
  "export function two(): string {\n  const name = 'two';\n  log(name);\n  return name;\n}\n";

describe('blocks that are made to do harm', () => {
  it('are refused where marks are all they have', async () => {
    assert.equal(await after('// ... existing code ...\n', one), 'refused: notFound');
    assert.equal(await after('// ...\n\n...\n', one), 'refused: notFound');
    const both = '// ... existing code ...\nconst z = 3;\n// ... existing code ...\n';
    assert.equal(await after(both, one), 'refused: new');
  });

  it('do not remove code where the file has a comment that reads like a mark', async () => {
    const told = one.replace('  const b', '  // ... existing code ...\n  const b');
    const block = told.replace('  const a = 1;\n', '').replace('b = 2', 'b = 3');
    for (const text of [told, `${told}${two}${one.replace('one', 'three')}`]) {
      assert.equal(await after(block, text), text.replace('b = 2', 'b = 3'));
    }
    const inText = one.replace('a = 1;', 'a = `\n  // ... existing code ...\nline\n`;');
    const elided = one
      .replace('const a = 1;', '// ... existing code ...')
      .replace('b = 2', 'b = 3');
    assert.equal(await after(elided, inText + two), (inText + two).replace('b = 2', 'b = 3'));
    const elsewhere = `export function zero() {\n  // ...\n  return 0;\n}\n${two}`;
    const mark = two.replace("const name = 'two';", '// ...').replace('name;', 'name.trim();');
    assert.equal(await after(mark, elsewhere), elsewhere.replace('name;', 'name.trim();'));
    // The comment stays where only code beside it is changed.
    assert.equal(await after(told.replace('a + b', 'a * b'), told), told.replace('a + b', 'a * b'));
  });

  it('put marks into texts as they are, or not at all', async () => {
    const quoted = one.replace('a = 1', 'a = "// ... existing code ..."');
    assert.equal(await after(quoted, one), quoted);
    assert.equal(
      await after(one.replace('a = 1', 'a = `\n// ... existing code ...\n`'), one + two),
      'refused: elision',
    );
  });

  it('change nothing but the indentation, where that is all', async () => {
    const text = 'def f(a):\n    if a:\n        b()\n    c()\n';
    const block = text.replace('    c()', '        c()');
    assert.equal(await after(block, text, 'a.py'), block);
    const lines = [
      '    if a:\n        b()\n    c()',
      '    if a:\n        b()\n        c()',
    ] as const;
    assert.equal(await after(search(...lines), text, 'a.py'), block);
  });

  it('keep the line ends of each line', async () => {
    const mixed = 'a\r\nb\nc\rd\r\ne';
    assert.equal(
      await after(search('b\nc', 'B\nC\nnew'), mixed, 'a.txt'),
      'a\r\nB\r\nC\r\nnew\r\nd\r\ne',
    );
    assert.equal(await after(search('b', 'B'), 'a\rb\rc\r', 'a.txt'), 'a\rB\rc\r');
    assert.equal(await after(search('e', 'E\nF'), mixed, 'a.txt'), 'a\r\nb\nc\rd\r\nE\r\nF');
    assert.equal(
      await after(search('b = 1', 'b = 2'), 'x\u2028y\n\v\fz = 1\nb = 1\n', 'a.txt'),
      'x\u2028y\n\v\fz = 1\nb = 2\n',
    );
  });

  it('remove a file only if it is the one that they show', async () => {
    const gone = (lines: string): string =>
      `--- a/src/a.ts\n+++ /dev/null\n@@ -1,5 +0,0 @@\n${lines.replaceAll(/^(?=.)/gm, '-')}`;
    assert.equal(await after(gone(one), one), 'remove');
    assert.equal(await after(gone(one), `${one}${two}`), 'refused: notFound');
    assert.equal(await after(gone('const other = 1;\n'), one), 'refused: notFound');
  });

  it('are no changes where they are the file, or nothing', async () => {
    assert.equal(await after(one + two, one + two), 'alreadyThere');
    assert.equal(await after('', one), 'refused: empty');
    assert.equal(await after(' \n\n', one), 'refused: empty');
    assert.equal(await after(search('', 'x'), one), 'refused: exists');
  });

  it('are parsed once, as is what becomes of the file', async () => {
    const parsed: string[] = [];
    const block = (one + two).replace('a + b', 'a * b');
    const plan = await planBlock(
      { text: block, language: '', isComplete: true },
      [{ path: 'src/a.ts', text: one + two, seen: one + two }],
      async (language) => {
        const parse = await loadGrammar(language);
        return (text) => {
          parsed.push(text);
          return parse?.(text);
        };
      },
    );
    assert.equal(plan.kind === 'files' && plan.files[0]?.kind, 'apply');
    assert.deepEqual(parsed, [one + two, block]);
  });
});
