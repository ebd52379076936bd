import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { spliced } from '../../../src/apply/fitEdit.ts';
import { proposedCode } from '../../../src/rewrite/proposedCode.ts';
import { splicesWithin } from '../../../src/rewrite/splicesWithin.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', '\n', 'a\n', '  ', '😀'), { maxLength: 20 })
  .map((parts) => parts.join(''));

/** A text, a range of it, and texts. */
const ranged = fc
  .tuple(text, fc.nat(), fc.nat(), text, text)
  .map(([base, one, other, ...texts]) => {
    const [start, end] = [one % (base.length + 1), other % (base.length + 1)].toSorted(
      (a, b) => a - b,
    );
    return { base, range: { start: start ?? 0, end: end ?? 0 }, texts };
  });

describe('proposedCode', () => {
  it('is the range if only that was changed', () => {
    const base = 'one\ntwo\nthree\n';
    const range = { start: 4, end: 8 };
    assert.deepEqual(proposedCode(base, 'one\n2\nthree\n', range), { base, ...range, text: '2\n' });
    assert.deepEqual(proposedCode(base, base, range), { base, ...range, text: 'two\n' });
  });

  it('has the lines around it that were changed as well', () => {
    const base = 'one\ntwo\nthree\nfour\n';
    const {
      start,
      end,
      text: found,
    } = proposedCode(base, 'one!\n2\nthree!\nfour\n', {
      start: 4,
      end: 8,
    });
    assert.deepEqual([start, end, found], [0, 14, 'one!\n2\nthree!\n']);
  });

  it('makes the text, whatever was changed, and has the whole range', () => {
    fc.assert(
      fc.property(ranged, ({ base, range, texts: [after] }) => {
        const change = proposedCode(base, after, range);
        assert.equal(spliced(base, [change]), after);
        assert.ok(change.start <= range.start && change.end >= range.end);
      }),
    );
  });
});

describe('splicesWithin', () => {
  it('leaves what is around the range in its lines alone', () => {
    const base = 'let a = f(1); // x\n';
    const whole = { start: 0, end: base.length, text: 'let a = g(1); // x\n' };
    assert.deepEqual(splicesWithin([whole], base, { start: 8, end: 12 }), [
      { start: 8, end: 12, text: 'g(1)' },
    ]);
    const beside = { start: 0, end: base.length, text: 'let b = g(1); // x\n' };
    assert.equal(splicesWithin([beside], base, { start: 8, end: 12 }), undefined);
  });

  it('makes the same text within the range, or refuses', () => {
    fc.assert(
      fc.property(ranged, ({ base, range, texts: [after, other] }) => {
        const rewritten = base.slice(0, range.start) + other + base.slice(range.end);
        for (const wanted of [after, rewritten]) {
          const whole = { start: 0, end: base.length, text: wanted };
          const within = splicesWithin([whole], base, range);
          if (within !== undefined) {
            assert.equal(spliced(base, within), wanted);
            assert.ok(within.every(({ start, end }) => start >= range.start && end <= range.end));
          }
          assert.ok(within !== undefined || wanted !== rewritten);
        }
      }),
    );
  });
});
