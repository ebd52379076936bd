import assert from 'node:assert/strict';
import { createArrivingText } from '../../../src/rewrite/arrivingText.ts';

const old = ['one()', 'two()', '}', 'three()', 'four()'];

describe('createArrivingText', () => {
  it('keeps the old lines after what has arrived', () => {
    const text = createArrivingText(old);
    assert.deepEqual(text.lines([]), old);
    assert.deepEqual(text.lines(['one()']), old);
    assert.deepEqual(text.lines(['one()', 'new()']), [
      'one()',
      'new()',
      'two()',
      '}',
      'three()',
      'four()',
    ]);
    assert.deepEqual(text.lines(['one()', 'new()', 'three()']), [
      'one()',
      'new()',
      'three()',
      'four()',
    ]);
  });

  it('does not run ahead with a bracket', () => {
    const text = createArrivingText(old);
    assert.deepEqual(text.lines(['}']), ['}', ...old]);
  });

  it('begins anew if lines have changed that had arrived', () => {
    const text = createArrivingText(old);
    text.lines(['one()', 'three()']);
    assert.deepEqual(text.lines(['\tone()']), ['\tone()', ...old]);
  });

  it('takes 2,000 lines one by one within a frame each', () => {
    const many = Array.from({ length: 2000 }, (_, line) => `line ${line}`);
    const text = createArrivingText(many);
    let last: readonly string[] = [];
    for (let count = 0; count <= many.length; count += 1) {
      last = text.lines(many.slice(0, count));
    }
    assert.deepEqual(last, many);
  });
});
