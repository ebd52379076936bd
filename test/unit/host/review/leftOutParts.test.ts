import assert from 'node:assert/strict';
import { array, assert as check, constantFrom, property } from 'fast-check';
import type { LeftOut } from '../../../../src/apply/plan/blockPlan.ts';
import { afterBoth, partsIn, withBlankLines } from '../../../../src/host/review/linesNow.ts';
import { seed } from '../../../support/seed.ts';

const text = `import os

class A:
    @property
    def one(self):
        return 1

    @property
    def two(self):
        return 2

    def three(self):
        return 3
`;
const one: LeftOut = { from: 3, to: 6, name: 'one' };
const two: LeftOut = { from: 7, to: 10, name: 'two' };
const leftOut = [one, two];
const lines = text.split('\n');

/** The names of the parts that are found, each with its first line. */
function found(now: string, parts: readonly LeftOut[] = leftOut): readonly string[] {
  const shown = now.split('\n');
  return partsIn(now, { text, leftOut: parts }).map(({ from, to, planned }) => {
    assert.deepEqual(shown.slice(from, to), lines.slice(planned.from, planned.to));
    return `${planned.name} ${from}`;
  });
}

describe('the parts of a text that a reply leaves out', () => {
  it('are found where lines were added, removed or changed around them', () => {
    assert.deepEqual(found(text), ['one 3', 'two 7']);
    assert.deepEqual(found(`# new\n\n${text}`), ['one 5', 'two 9']);
    assert.deepEqual(found(text.replace('import os\n\n', '').replace('3\n', '33\n')), [
      'one 1',
      'two 5',
    ]);
  });

  it('are gone with one of their lines, and there again once that is undone', () => {
    assert.deepEqual(found(text.replace('return 2', 'return 22')), ['one 3']);
    assert.deepEqual(found(text.replace('        return 1\n', '')), ['two 6']);
    assert.deepEqual(found(text.replace('def two', '# new\n    def two')), ['one 3']);
    assert.deepEqual(found('something else\n'), []);
    assert.deepEqual(found(text), ['one 3', 'two 7']);
  });

  it('are told from lines of others that are the same', () => {
    const property = (name: string): string =>
      `    @property\n    def ${name}(self):\n        return 1\n\n`;
    assert.deepEqual(found(text.replace(property('one'), '')), ['two 3']);
    const more = text.replace(
      '    @property\n    def two',
      `${property('more')}    @property\n    def two`,
    );
    assert.deepEqual(found(more), ['one 3', 'two 11']);
  });

  it('are never found in a place that has other lines, or before one another', () => {
    const anyLine = constantFrom('', 'a', 'b', 'c');
    const anyLines = array(anyLine, { minLength: 6, maxLength: 12 });
    check(
      property(anyLines, anyLines, (old, now) => {
        const parts = [
          { from: 1, to: 3, name: 'a' },
          { from: 3, to: 4, name: 'b' },
        ];
        const places = partsIn(now.join('\n'), { text: old.join('\n'), leftOut: parts });
        let end = 0;
        for (const { from, to, planned } of places) {
          assert.ok(from >= end);
          assert.deepEqual(now.slice(from, to), old.slice(planned.from, planned.to));
          end = to;
        }
      }),
      { seed },
    );
  });
});

describe('what several blocks leave out', () => {
  const later = text.replace('return 3', 'return 33');

  it('is what each of them leaves out, in order and once', () => {
    const three = { from: 11, to: 13, name: 'three' };
    assert.deepEqual(afterBoth({ text, leftOut: [two] }, { text: later, leftOut: [one, three] }), {
      text: later,
      leftOut: [one, two, three],
    });
    assert.deepEqual(afterBoth({ text, leftOut }, { text: later, leftOut }).leftOut, leftOut);
  });
});

describe('the blank lines that go with a part', () => {
  it('are those that would be doubled, or stand at the edge of a block', () => {
    const range = (from: number, to: number) => withBlankLines(text, { from, to });
    assert.deepEqual(range(0, 1), { from: 0, to: 2 });
    assert.deepEqual(range(3, 6), { from: 3, to: 7 });
    assert.deepEqual(range(7, 10), { from: 6, to: 10 });
    assert.deepEqual(range(11, 13), { from: 10, to: 13 });
    assert.deepEqual(range(2, 13), { from: 1, to: 13 });
    assert.deepEqual(range(4, 5), { from: 4, to: 5 }, 'between two lines of one function');
  });
});
