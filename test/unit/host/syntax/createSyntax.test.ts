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
    assert.equal(await load('go'), undefined);
    isThere = true;
    assert.equal((await load('go'))?.('package a\n'), 0);
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
      const errors = parse?.(unit.repeat(4000));
      assert.ok(errors === undefined || errors >= 0, unit);
    }
    assert.equal(parse?.('const a = 1;\n'), 0);
  });
});
