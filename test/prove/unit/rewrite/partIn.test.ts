import assert from 'node:assert/strict';
import { mergedText } from '../../../../src/apply/lines/mergedText.ts';
import { partAt, partIn, textOf } from '../../../../src/rewrite/part.ts';
import { random } from '../../../support/random.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

const words = ['a();', 'b();', '}', '', '  c', '\td', 'é😀', 'שלום'];

function randomLines(next: () => number, count: number): string[] {
  return Array.from({ length: count }, () => words[Math.floor(next() * words.length)] ?? '');
}

/** Random scripts of edits around, in and next to a range. */
describe('a rewrite while the user types', () => {
  it('loses nothing of what was typed, and is in its place or refused', () => {
    let [asItWas, merged, refused] = [0, 0, 0];
    const scripts = quantity({ slice: 200, whole: 10_000 });
    for (let script = 0; script < scripts; script += 1) {
      const next = random(seed * 1000 + script);
      const upTo = (most: number): number => Math.floor(next() * (most + 1));
      const eol = next() < 0.3 ? '\r\n' : '\n';
      // Each line is marked, so that it can be told from all others.
      const base = randomLines(next, 12 + upTo(20))
        .map((line, index) => `${line} //${index}`)
        .join(eol);
      const lines = base.split(eol);
      const [first, count] = [upTo(lines.length - 8), 1 + upTo(7)];
      const start = lines.slice(0, first).join(eol).length + (first === 0 ? 0 : eol.length);
      const end = start + lines.slice(first, first + count).join(eol).length;
      const rewritten = lines.slice(first, first + count);
      rewritten.splice(upTo(count - 1), upTo(1), ...randomLines(next, upTo(2)), 'REWRITTEN');
      const part = partAt(base, start, end);
      const rewrittenText = textOf({ ...part, code: rewritten.join(eol) });
      let now = base;
      const typed: string[] = [];
      for (let edit = 0; edit < 1 + upTo(4); edit += 1) {
        const { before } = partIn(part, now);
        const offset =
          next() < 0.5 ? upTo(now.length) : Math.min(before.length + upTo(end - start), now.length);
        const mark = `<${script}.${edit}>`;
        const length = next() < 0.3 ? Math.min(upTo(6), now.length - offset) : 0;
        // VS Code never splits a line end or a pair of surrogates.
        const cut = now.slice(Math.max(0, offset - 1), offset + length + 1);
        const isInMark = now.lastIndexOf('<', offset - 1) > now.lastIndexOf('>', offset - 1);
        if (isInMark || /[\r\n\ud800-\udfff<>]/.test(cut)) {
          continue;
        }
        now = now.slice(0, offset) + mark + now.slice(offset + length);
        typed.push(mark);
      }
      const told = `seed ${seed}, script ${script}`;
      const moved = partIn(part, now);
      const isUntouched = moved.code === part.code;
      asItWas += isUntouched ? 1 : 0;
      const result = mergedText(base, rewrittenText, now);
      if (result === undefined) {
        refused += 1;
        continue;
      }
      merged += 1;
      assert.ok(result.includes('REWRITTEN'), told);
      for (const mark of typed) {
        assert.ok(result.includes(mark), `${told}: ${mark} is lost`);
      }
      if (isUntouched) {
        assert.equal(result, textOf({ ...moved, code: rewritten.join(eol) }), told);
      }
    }
    assert.ok(
      asItWas > 20 && merged > 20 && refused > 20,
      `${asItWas} as it was, ${merged} merged, ${refused} refused`,
    );
  });
});
