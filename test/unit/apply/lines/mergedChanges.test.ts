import assert from 'node:assert/strict';
import { mergedChanges } from '../../../../src/apply/lines/mergedText.ts';
import { spliced, splicesOf } from '../../../../src/apply/lines/splices.ts';
import { lineTexts } from '../../../../src/apply/lines/textLines.ts';

/** A change of one line to `X`. */
function changed(line: number) {
  return { from: line, to: line + 1, lines: ['X'] };
}

/** The text of now with some lines of the text before replaced by `X`; or why not. */
function replaced(before: string, now: string, ...lines: readonly number[]): string {
  const moved = mergedChanges(lines.map(changed), lineTexts(before), lineTexts(now));
  return moved === undefined ? 'changed' : spliced(now, splicesOf(moved, now));
}

describe('mergedChanges', () => {
  it('moves a change with the lines before it', () => {
    assert.equal(replaced('a\nb\nc\nd\n', 'new\na\nb\nc\nd\n', 2), 'new\na\nb\nX\nd\n');
    assert.equal(replaced('a\nb\nc\nd\n', 'c\nd\n', 3), 'c\nX\n');
  });

  it('refuses where the lines or those next to them were edited', () => {
    assert.equal(replaced('a\nb\nc\nd\n', 'a\nb!\nc\nd\n', 1), 'changed');
    assert.equal(replaced('a\nb\nc\nd\n', 'a\nb\nnew\nc\nd\n', 1), 'changed');
  });

  it('refuses where lines that repeat may be those that are gone', () => {
    const block = 'open\nwork\nclose\n';
    const twelve = block.repeat(12);
    // Whichever of the blocks was deleted, the text is the same.
    assert.equal(replaced(twelve, block.repeat(11), 16), 'changed');
    assert.equal(replaced(twelve, block.repeat(13), 16), 'changed');
    const ended = `first\n${twelve}last\nend\n`;
    assert.equal(
      replaced(ended, `first\n${block.repeat(11)}last\nend\n`, 38),
      `first\n${block.repeat(11)}last\nX\n`,
    );
  });

  it('is done in time with 50,000 changes in 50,000 changed lines', () => {
    const count = 50_000;
    const text = (word: string): string =>
      Array.from({ length: count }, (_, at) =>
        at % 4 < 3 ? `line ${at}\n` : `${word} ${at}\n`,
      ).join('');
    const lines = Array.from({ length: count / 4 }, (_, at) => at * 4 + 1);
    const started = performance.now();
    const merged = replaced(text('old'), text('newer'), ...lines);
    assert.ok(performance.now() - started < 10_000);
    assert.equal(
      merged,
      text('newer').replaceAll(/^line (\d+)\n/gm, (line, at) =>
        Number(at) % 4 === 1 ? 'X\n' : line,
      ),
    );
  });

  it('refuses where a text was edited too much to tell', () => {
    const lines = Array.from({ length: 9000 }, (_, at) => `line ${at}\n`);
    assert.equal(replaced(lines.join(''), lines.toReversed().join(''), 4), 'changed');
  });

  it('drops what is there already', () => {
    assert.equal(replaced('a\nb\nc\nd\n', 'a\nX\nc\nd\n', 1, 3), 'a\nX\nc\nX\n');
  });
});
