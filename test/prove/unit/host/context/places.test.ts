import assert from 'node:assert/strict';
import { movedRange } from '../../../../../src/host/context/places.ts';
import { random } from '../../../../support/random.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

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
    const number = random(seed);
    const below = (most: number): number => Math.floor(number() * most);
    const word = (): string =>
      Array.from({ length: below(4) }, () => 'ab\n'.charAt(below(3))).join('');
    const rounds = quantity({ slice: 1000, whole: 100_000 });
    for (let round = 0; round < rounds; round += 1) {
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
