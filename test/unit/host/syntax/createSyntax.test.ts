import assert from 'node:assert/strict';
import { createSyntax } from '../../../../src/host/syntax/createSyntax.ts';
import { loadGrammar, readGrammar } from '../../../support/grammars.ts';

describe('the syntax of code', () => {
  it('is not there without its files, and is tried again', async () => {
    let isThere = false;
    const load = createSyntax(async (name) => {
      if (!isThere) {
        throw new Error('There is no such file.');
      }
      return readGrammar(name);
    });
    assert.equal(await load('css'), undefined);
    isThere = true;
    assert.equal((await load('css'))?.('a {}', new Set())?.errors, 0);
  });

  it('has positions in UTF-16 code units, and children of the types that are asked for', async () => {
    const parse = await loadGrammar('typescript');
    const text = '// 😀 é\nfunction f() {}\nclass A { b() {} }\n';
    const { root } = parse?.(text, new Set(['program', 'class_declaration'])) ?? {};
    const told = root?.children.map(({ type, start, end, children }) => [
      type,
      text.slice(start, end),
      children.map(({ field }) => field),
    ]);
    assert.deepEqual(told, [
      ['comment', '// 😀 é', []],
      ['function_declaration', 'function f() {}', []],
      ['class_declaration', 'class A { b() {} }', ['name', 'body']],
    ]);
  });

  it('is bounded, whatever the text', async () => {
    const parse = await loadGrammar('typescript');
    const opened = new Set(['program', 'class_declaration', 'class_body', 'object', 'pair']);
    assert.equal(parse?.('a'.repeat(1_000_001), opened), undefined);
    for (const unit of [
      '(',
      '{',
      'class A {',
      '<',
      '`${',
      '/*',
      '"',
      'a?b:',
      '\0',
      '\ud800',
      'x=>',
    ]) {
      const tree = parse?.(unit.repeat(4000), opened);
      assert.ok(tree === undefined || tree.errors >= 0, unit);
    }
    assert.equal(parse?.('const a = 1;\n', opened)?.errors, 0);
  });
});
