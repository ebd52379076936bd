import assert from 'node:assert/strict';
import { array, assert as check, boolean, constantFrom, property, record } from 'fast-check';
import { lineHunks, spliced } from '../../../../src/apply/lines/splices.ts';
import { writtenLine } from '../../../../src/host/review/linesNow.ts';
import { seed } from '../../../support/seed.ts';

/** A change of one line, and whether it is still proposed. The others around it stay. */
interface Change {
  readonly by: 'first' | 'second' | 'user';
  readonly kind: 'replace' | 'insert' | 'delete';
  readonly isKept: boolean;
}

const changes = array(
  record<Change>({
    by: constantFrom('first', 'second', 'user'),
    kind: constantFrom('replace', 'insert', 'delete'),
    isKept: boolean(),
  }),
  { maxLength: 12 },
);

/** The text with those changes, and the line at which each is. */
function changed(all: readonly Change[], isIn: (change: Change) => boolean) {
  const lines: string[] = [];
  const places = all.map((change, at) => {
    lines.push(`above ${at}`);
    const place = lines.length;
    const { by, kind } = change;
    const isChanged = isIn(change);
    if (isChanged && kind !== 'delete') {
      lines.push(`new ${at} by ${by}`);
    }
    if (!isChanged || kind === 'insert') {
      lines.push(`line ${at}`);
    }
    return place;
  });
  lines.push('end', '');
  return { text: lines.join('\n'), places };
}

/** The lines that are told for both blocks, the second one applied to what the first proposes. */
function told(all: readonly Change[], writes: 'all' | number) {
  const base = changed(all, () => false);
  const first = changed(all, ({ by }) => by === 'first');
  const second = changed(all, ({ by }) => by !== 'user');
  const now = changed(all, ({ isKept }) => isKept);
  const hunks = lineHunks(base.text, now.text);
  const written = writes === 'all' ? hunks : hunks.slice(writes, writes + 1);
  const line = (before: string, after: string): number | undefined =>
    writtenLine({ base: before, text: after }, base.text, spliced(base.text, written));
  const lines = { first: line(base.text, first.text), second: line(first.text, second.text) };
  return { lines, places: writes === 'all' ? now.places : base.places };
}

/** The line of the first change of each block among those. */
function expected(
  all: readonly Change[],
  isIn: (at: number) => boolean,
  places: readonly number[],
) {
  const of = (by: Change['by']) => {
    const at = all.findIndex((change, index) => change.by === by && isIn(index));
    return places[at];
  };
  return { first: of('first'), second: of('second') };
}

describe('the origins of a proposal', () => {
  it('are told of all that is written, unless all of theirs was rejected', () => {
    check(
      property(changes, (all) => {
        const { lines, places } = told(all, 'all');
        assert.deepEqual(
          lines,
          expected(all, (at) => all[at]?.isKept === true, places),
        );
      }),
      { seed, numRuns: 300 },
    );
  });

  it('are told of the one change that is written, if it is theirs', () => {
    check(
      property(changes, (all) => {
        const kept = [...all.keys()].filter((at) => all[at]?.isKept);
        kept.forEach((wanted, nth) => {
          const { lines, places } = told(all, nth);
          assert.deepEqual(
            lines,
            expected(all, (at) => at === wanted, places),
          );
        });
      }),
      { seed, numRuns: 100 },
    );
  });
});
