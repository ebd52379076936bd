import assert from 'node:assert/strict';
import { movedRange } from '../../../../src/host/context/movedRange.ts';
import { findPlace } from '../../../../src/host/context/textPlace.ts';
import { random } from '../../../support/random.ts';

describe('the place of a text', () => {
  const text = 'one\ntwo\nthree\ntwo\n';

  it('is the line where it was, else the only one where it is', () => {
    assert.deepEqual(findPlace(text, 'two', 3), {
      startLine: 3,
      startCharacter: 0,
      endLine: 3,
      endCharacter: 3,
    });
    assert.equal(findPlace(text, 'two', 0), undefined, 'it is at two other places');
    assert.equal(findPlace(text, 'three\ntw', 0)?.startLine, 2);
    assert.equal(findPlace(text, 'ree', 99)?.startCharacter, 2);
    assert.equal(findPlace(text, 'four', 1), undefined);
    assert.equal(findPlace(text, '', 1), undefined);
  });

  it('does not depend on the kind of line ends', () => {
    const place = findPlace('a\r\nb\r\nc', 'b\nc', 1);
    assert.deepEqual([place?.startLine, place?.endLine, place?.endCharacter], [1, 2, 1]);
    assert.equal(findPlace('a\nb', 'a\r\nb', 0)?.endLine, 1);
  });

  it('is found in time where there are very many', () => {
    assert.equal(findPlace('a'.repeat(2_000_000), 'a', 5), undefined);
  });
});

/** A range by the offsets of its edges. */
function rangeOf(text: string, start: number, end: number) {
  return { start: positionAt(text, start), end: positionAt(text, end) };
}

function positionAt(text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

describe('a range that is followed', () => {
  it('is where its text is after any change outside of it, and has what is changed inside', () => {
    const seed = Date.now() % 100_000;
    const number = random(seed);
    const below = (most: number): number => Math.floor(number() * most);
    const word = (): string =>
      Array.from({ length: below(4) }, () => 'ab\n'.charAt(below(3))).join('');
    for (let round = 0; round < 3000; round += 1) {
      const text = Array.from({ length: 12 }, () => 'xy\n'.charAt(below(3))).join('');
      const [start = 0, end = 0] = [below(12), below(12)].toSorted((a, b) => a - b);
      const [from = 0, to = 0] = [below(13), below(13)].toSorted((a, b) => a - b);
      if (start === end) {
        continue;
      }
      const put = word();
      const changed = text.slice(0, from) + put + text.slice(to);
      const grown = put.length - (to - from);
      const expected =
        to <= start
          ? rangeOf(changed, start + grown, end + grown)
          : from >= end
            ? rangeOf(changed, start, end)
            : from >= start && to <= end
              ? rangeOf(changed, start, end + grown)
              : undefined;
      const change = { range: rangeOf(text, from, to), text: put };
      assert.deepEqual(
        movedRange(rangeOf(text, start, end), change),
        expected,
        `seed ${seed}: ${JSON.stringify({ text, start, end, from, to, put })}`,
      );
    }
  });
});
