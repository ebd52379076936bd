import assert from 'node:assert/strict';
import { movedRange } from '../../../src/rewrite/movedRange.ts';

const before = 'one\ntwo\nthree\nfour\nfive\n';

/** The text of the range that had the lines three and four. */
function moved(now: string): string {
  const start = before.indexOf('three');
  const { start: from, end } = movedRange(
    { start, end: start + 'three\nfour\n'.length },
    before,
    now,
  );
  return now.slice(from, end);
}

describe('movedRange', () => {
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
      assert.equal(moved(now), 'three\nfour\n', now);
    }
  });

  it('has what was changed in it or over its edges', () => {
    assert.equal(moved(before.replace('three\n', 'THREE\nand\n')), 'THREE\nand\nfour\n');
    assert.equal(moved(before.replace('three\n', '')), 'four\n');
    assert.equal(moved(before.replace('two\nthree', 'TWO')), 'TWO\nfour\n');
    assert.equal(moved(before.replace('four\nfive', 'FIVE')), 'three\nFIVE\n');
    assert.equal(moved('other\n'), 'other\n');
  });
});
