import assert from 'node:assert/strict';
import { movedRange, type TextChange } from '../../../src/rewrite/trackedRange.ts';

const range = { start: 10, end: 20, isTouched: false };
const change = (offset: number, length: number, newLength: number): TextChange => ({
  offset,
  length,
  newLength,
});

describe('movedRange', () => {
  it('moves with what changes before it and stays where it is otherwise', () => {
    assert.deepEqual(movedRange(range, [change(2, 3, 1)]), { start: 8, end: 18, isTouched: false });
    assert.deepEqual(movedRange(range, [change(21, 5, 9)]), range);
    assert.deepEqual(movedRange(range, [change(25, 0, 3), change(0, 0, 4)]), {
      start: 14,
      end: 24,
      isTouched: false,
    });
  });

  it('is touched by what is in it, at its edges or over them', () => {
    for (const one of [
      change(10, 0, 1),
      change(20, 0, 1),
      change(8, 2, 0),
      change(12, 1, 5),
      change(5, 30, 0),
    ]) {
      assert.equal(movedRange(range, [one]).isTouched, true, JSON.stringify(one));
    }
  });
});
