import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { hunkAt, type LineHunk, lineHunks, spliced } from '../../../../src/apply/lines/splices.ts';
import { anyText } from '../anyText.ts';

describe('lineHunks', () => {
  it('makes one text of the other, whatever they are', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const hunks = lineHunks(before, after);
        assert.equal(spliced(before, hunks), after);
        for (const [at, { before: range }] of hunks.entries()) {
          assert.ok(range.from > (hunks[at - 1]?.before.to ?? -1), 'lines are between two hunks');
        }
      }),
    );
  });

  it('compares long texts that have nothing in common in time', () => {
    const many = (word: string): string =>
      Array.from({ length: 30_000 }, (_, at) => `${word}${at}\n`).join('');
    const started = performance.now();
    assert.equal(lineHunks(many('a'), many('b')).length, 1);
    assert.ok(performance.now() - started < 20_000);
  });
});

describe('hunkAt', () => {
  const hunks = lineHunks('1\n2\n3\n4\n5\n6\n', '1\nb\n3\n4\n6\n7\n');
  const range = ({ before: { from, to } }: LineHunk): readonly number[] => [from, to];
  const at = (side: 'before' | 'after', line: number): readonly number[] | undefined => {
    const hunk = hunkAt(hunks, side, line);
    return hunk && range(hunk);
  };

  it('gives the hunk at a line, one without lines beside it, or else the next', () => {
    assert.deepEqual(hunks.map(range), [
      [1, 2],
      [4, 5],
      [6, 6],
    ]);
    assert.deepEqual(at('after', 1), [1, 2]);
    assert.deepEqual(at('after', 0), [1, 2]);
    assert.deepEqual(at('after', 3), [4, 5], 'the line before the removed one');
    assert.deepEqual(at('before', 4), [4, 5]);
    assert.deepEqual(at('after', 99), [6, 6]);
    assert.equal(hunkAt([], 'after', 0), undefined);
  });
});
