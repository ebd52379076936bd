import assert from 'node:assert/strict';
import { streamVerdict } from '../../../../src/host/diagnosis/replySteps.ts';

/** Pieces in blocks of this size, which come at these times. */
function blocks(size: number, ...atMs: readonly number[]): { piecesMs: readonly number[] } {
  return {
    piecesMs: atMs.flatMap((ms) => Array.from({ length: size }, (_, index) => ms + index / 100)),
  };
}

describe('streamVerdict', () => {
  const steady = blocks(1, ...Array.from({ length: 40 }, (_, index) => 400 + 20 * index));
  const cases: readonly (readonly [
    string,
    { piecesMs: readonly number[] },
    number | undefined,
    string,
  ])[] = [
    ['one by one', steady, 400, 'flows'],
    ['a few tokens a piece', blocks(4, 300, 350, 400, 450, 500, 550), 300, 'flows'],
    ['all at once, long after a reply of one token', blocks(40, 1500), 400, 'heldBack'],
    ['all at once, as soon as a reply of one token: a fast model', blocks(40, 450), 400, 'open'],
    [
      'all at once after a silence, and nothing to compare',
      blocks(40, 3100),
      undefined,
      'heldBack',
    ],
    ['all at once, and nothing to compare', blocks(40, 1500), undefined, 'open'],
    ['in a few blocks', blocks(20, 500, 1500), 400, 'heldBack'],
    ['too few to tell', blocks(10, 5000), 100, 'open'],
    ['nothing', { piecesMs: [] }, 100, 'open'],
  ];
  for (const [name, times, shortMs, expected] of cases) {
    it(`${name}: ${expected}`, () => {
      assert.equal(streamVerdict(times.piecesMs, shortMs), expected);
    });
  }
});
