import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { linesOf, partAt, partIn, textOf } from '../../../src/rewrite/part.ts';

const before = 'one\ntwo\nthree\nfour\nfive\n';

/** What has become of the lines three and four. */
function moved(now: string): string {
  const start = before.indexOf('three');
  return partIn(partAt(before, start, start + 'three\nfour\n'.length), now).code;
}

describe('partIn', () => {
  it('is the same lines, whatever comes before and after them', () => {
    for (const now of [
      before,
      `zero\n${before}`,
      before.replace('two\n', ''),
      before.replace('two', 'two\nmore'),
      before.replace('five', 'more\nfive'),
      before.replace('five\n', ''),
      `${before}six\n`,
    ]) {
      assert.equal(moved(now), 'three\nfour', now);
    }
  });

  it('has what was changed in it or over its edges', () => {
    assert.equal(moved(before.replace('three\n', 'THREE\nand\n')), 'THREE\nand\nfour');
    assert.equal(moved(before.replace('three\n', '')), 'four');
    assert.equal(moved(before.replace('two\nthree', 'TWO')), 'TWO\nfour');
    assert.equal(moved(before.replace('four\nfive', 'FIVE')), 'three\nFIVE');
    assert.equal(moved('other\n'), 'other');
  });

  it('is to the character what was changed within a line', () => {
    const base = 'let a = f(1); // x\n';
    const part = partAt(base, 8, 12);
    assert.equal(partIn(part, base.replace('f(1)', 'g(\n2)')).code, 'g(\n2)');
    assert.equal(partIn(part, base.replace('a', 'b')).code, 'let b = f(1)');
  });

  it('is a part of the text, whatever was changed', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '\n', 'a\n', '  ', '😀'), { maxLength: 20 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, fc.nat(), fc.nat(), (base, now, one, other) => {
        const [start = 0, end = 0] = [one % (base.length + 1), other % (base.length + 1)].toSorted(
          (a, b) => a - b,
        );
        assert.equal(textOf(partIn(partAt(base, start, end), now)), now);
      }),
    );
  });
});

describe('linesOf', () => {
  it('is behind what is before the part, and behind its own blank lines', () => {
    const of = (before: string, code: string) =>
      linesOf(partAt(before + code, before.length, before.length + code.length));
    assert.deepEqual(of('', 'a\n'), { from: 0, to: 1 });
    assert.deepEqual(of('x\r\ny\r\n', ' \r\n\r\n  a\r\n'), { from: 4, to: 5 });
    assert.deepEqual(of('x = ', 'a'), { from: 0, to: 1 });
  });
});
