import assert from 'node:assert/strict';
import { arrivingLines } from '../../../src/rewrite/replyCode.ts';

const old = ['one()', 'two()', '}', 'three()', 'four()'];

describe('arrivingLines', () => {
  it('keeps the old lines after what has arrived', () => {
    assert.deepEqual(arrivingLines([], old), old);
    assert.deepEqual(arrivingLines(['one()'], old), old);
    assert.deepEqual(arrivingLines(['one()', 'new()'], old), [
      'one()',
      'new()',
      'two()',
      '}',
      'three()',
      'four()',
    ]);
    assert.deepEqual(arrivingLines(['one()', 'new()', 'three()'], old), [
      'one()',
      'new()',
      'three()',
      'four()',
    ]);
  });

  it('does not run ahead with a bracket', () => {
    assert.deepEqual(arrivingLines(['}'], old), ['}', ...old]);
  });

  it('takes 2,000 lines one by one within a frame each', () => {
    const many = Array.from({ length: 2000 }, (_, line) => `line ${line}`);
    let last: readonly string[] = [];
    for (let count = 0; count <= many.length; count += 1) {
      last = arrivingLines(many.slice(0, count), many);
    }
    assert.deepEqual(last, many);
  });
});
