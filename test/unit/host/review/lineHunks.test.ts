import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { spliced } from '../../../../src/apply/fitEdit.ts';
import { hunkAt, lineHunks, mergedText } from '../../../../src/host/review/lineHunks.ts';

/** Texts of few different lines, with any line ends. */
const text = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', '', '}'), fc.constantFrom('\n', '\r\n')), {
    maxLength: 12,
  })
  .chain((lines) =>
    fc
      .boolean()
      .map((isOpen) => lines.map(([line, end]) => line + end).join('') + (isOpen ? 'z' : '')),
  );

describe('lineHunks', () => {
  it('makes one text of the other, whatever they are', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const hunks = lineHunks(before, after);
        assert.equal(
          spliced(
            before,
            hunks.map(({ splice }) => splice),
          ),
          after,
        );
        for (const [at, { before: range }] of hunks.entries()) {
          assert.ok(range[0] > (hunks[at - 1]?.before[1] ?? -1), 'lines are between two hunks');
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
  const at = (side: 'before' | 'after', line: number): readonly number[] | undefined =>
    hunkAt(hunks, side, line)?.before;

  it('gives the hunk at a line, one without lines beside it, or else the next', () => {
    assert.deepEqual(
      hunks.map(({ before }) => before),
      [
        [1, 2],
        [4, 5],
        [6, 6],
      ],
    );
    assert.deepEqual(at('after', 1), [1, 2]);
    assert.deepEqual(at('after', 0), [1, 2]);
    assert.deepEqual(at('after', 3), [4, 5], 'the line before the removed one');
    assert.deepEqual(at('before', 4), [4, 5]);
    assert.deepEqual(at('after', 99), [6, 6]);
    assert.equal(hunkAt([], 'after', 0), undefined);
  });
});

describe('mergedText', () => {
  const base = '1\n2\n3\n4\n5\n';
  const cases: readonly (readonly [name: string, after: string, now: string, merged?: string])[] = [
    ['changes at different places', '1\nX\n3\n4\n5\n', '1\n2\n3\n4\nY\n', '1\nX\n3\n4\nY\n'],
    ['lines added above', '1\n2\n3\nX\n5\n', '0\n1\n2\n3\n4\n5\n', '0\n1\n2\n3\nX\n5\n'],
    ['the same change', '1\nX\n3\n4\n5\n', '1\nX\n3\n4\n5\n', '1\nX\n3\n4\n5\n'],
    ['nothing proposed any longer', base, '1\n2\nY\n4\n5\n', '1\n2\nY\n4\n5\n'],
    ['lines next to each other', '1\nX\n3\n4\n5\n', '1\n2\nY\n4\n5\n', '1\nX\nY\n4\n5\n'],
    ['the same line', '1\nX\n3\n4\n5\n', '1\nY\n3\n4\n5\n', undefined],
    ['a line added next to a changed one', '1\nX\n3\n4\n5\n', '1\n2\nY\n3\n4\n5\n', undefined],
    ['two lines added at one place', '1\nX\n2\n3\n4\n5\n', '1\nY\n2\n3\n4\n5\n', undefined],
    ['a removed line that is changed', '1\n3\n4\n5\n', '1\nY\n3\n4\n5\n', undefined],
  ];
  for (const [name, after, now, merged] of cases) {
    it(`merges ${name}, or refuses`, () => {
      assert.equal(mergedText(base, after, now), merged);
      assert.equal(mergedText(base, now, after), merged);
    });
  }

  it('loses no line of either side, whatever they are', () => {
    fc.assert(
      fc.property(text, text, (after, now) => {
        const merged = mergedText('', after, now);
        assert.ok(merged === undefined || after === '' || now === '' || after === now);
      }),
    );
  });
});
