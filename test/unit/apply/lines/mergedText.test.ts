import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { mergedText } from '../../../../src/apply/lines/mergedText.ts';
import { anyText } from '../anyText.ts';

describe('mergedText', () => {
  const base = '1\n2\n3\n4\n5\n';
  const cases: readonly (readonly [name: string, after: string, now: string, merged?: string])[] = [
    ['changes at different places', '1\nX\n3\n4\n5\n', '1\n2\n3\n4\nY\n', '1\nX\n3\n4\nY\n'],
    ['lines added above', '1\n2\n3\nX\n5\n', '0\n1\n2\n3\n4\n5\n', '0\n1\n2\n3\nX\n5\n'],
    ['the same change', '1\nX\n3\n4\n5\n', '1\nX\n3\n4\n5\n', '1\nX\n3\n4\n5\n'],
    ['nothing proposed any longer', base, '1\n2\nY\n4\n5\n', '1\n2\nY\n4\n5\n'],
    ['lines next to each other', '1\nX\n3\n4\n5\n', '1\n2\nY\n4\n5\n', undefined],
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

  it('has the line ends of now', () => {
    assert.equal(
      mergedText('a\nb\nc\nd', 'a\nb\nc\nD\nE', 'A\r\nb\r\nc\r\nd'),
      'A\r\nb\r\nc\r\nD\r\nE',
    );
  });

  it('loses no line of either side, whatever they are', () => {
    fc.assert(
      fc.property(anyText, anyText, (after, now) => {
        const merged = mergedText('', after, now);
        const isSame = after.replaceAll('\r', '') === now.replaceAll('\r', '');
        assert.ok(merged === undefined || after === '' || now === '' || isSame);
      }),
    );
  });
});
