import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  diffSections,
  sectionOf,
  unreadSection,
} from '../../../../../src/host/git/diff/diffSections.ts';
import { fitDiff } from '../../../../../src/host/git/diff/fitDiff.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

/** The patch of a new file with so many lines of so many characters. */
function newFile(path: string, lines: number, width = 20): string {
  const body = Array.from(
    { length: lines },
    (_, line) => `+${String(line).padEnd(width - 1, '.')}\n`,
  );
  return `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines} @@\n${body.join('')}`;
}

describe('a patch for a model', () => {
  it('is never much longer than asked for, and forgets no file', function () {
    this.timeout(60_000);
    const file = fc.record({
      lines: fc.integer({ min: 0, max: 200 }),
      width: fc.constantFrom(2, 20, 90, 5000),
      isBinary: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(file, { maxLength: 60 }),
        fc.integer({ min: 0, max: 30_000 }),
        (made, budget) => {
          const sections = made.map(({ lines, width, isBinary }, index) =>
            isBinary
              ? unreadSection(`name${index}.x`, { kind: 'binary' })
              : sectionOf(newFile(`name${index}.x`, lines, width)),
          );
          const { text, cut, omitted } = fitDiff(sections, budget);
          assert.ok(text.length <= budget + 120 * made.length + 200, `${text.length} of ${budget}`);
          for (const [index] of made.entries()) {
            assert.ok(text.includes(`name${index}.x`) || cut.includes(`name${index}.x`));
          }
          assert.equal(new Set([...cut, ...omitted]).size, cut.length + omitted.length);
        },
      ),
      { seed, numRuns: quantity({ slice: 50, whole: 1000 }) },
    );
  });

  it('is made of up to 100 MB without a wait', function () {
    this.timeout(60_000);
    const lines = quantity({ slice: 100_000, whole: 5_000_000 });
    const file = newFile('data.csv', lines);
    const sections = diffSections(newFile('a.ts', 3) + file + newFile('z.ts', 3));
    const { text, cut } = fitDiff(sections, 60_000);
    assert.ok(file.length > 20 * lines);
    assert.deepEqual(cut, ['data.csv']);
    assert.ok(text.includes(newFile('z.ts', 3)));
  });
});
