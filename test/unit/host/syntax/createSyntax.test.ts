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
    assert.equal((await load('css'))?.('a {}')?.errors, 0);
  });

  it('tells the lines that begin within a text or a comment', async () => {
    const parse = await loadGrammar('typescript');
    const text = '/* 😀\né */\nf(`a\n${b}\n`);\ng(\n  1,\n);\n// c\n';
    assert.deepEqual([...(parse?.(text)?.inner ?? [])], [1, 3, 4]);
  });

  it('is bounded, whatever the text', async () => {
    const parse = await loadGrammar('typescript');
    assert.equal(parse?.('a'.repeat(1_000_001)), undefined);
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
      const tree = parse?.(unit.repeat(4000));
      assert.ok(tree === undefined || tree.errors >= 0, unit);
    }
    assert.equal(parse?.('const a = 1;\n')?.errors, 0);
  });
});
