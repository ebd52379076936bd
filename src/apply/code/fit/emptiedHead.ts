import { indentOf } from '../../lines/indentation.ts';
import type { CodePair } from '../items/codeText.ts';
import { isSignificant } from '../language/significance.ts';
import { headsOf } from './heads.ts';

/**
 * The first line of a block that begins what has code in the file and none in the block, where the line says nothing more:
 * the code would be gone with nothing in its place. `now`: the lines of the file as they would be.
 */
export function emptiedHead(
  { block, file, language }: CodePair,
  now: readonly string[],
): string | undefined {
  const [left, known] = [now, file.lines].map((lines) => new Set(lines.map((line) => line.trim())));
  const filled = (lines: readonly string[]): ReadonlySet<number | undefined> =>
    new Set(headsOf(lines, language).filter((_, at) => isSignificant(lines[at] ?? '', language)));
  const marked = block.lines.map((line, at) => (block.marks.has(at) ? `${indentOf(line)}0` : line));
  const [own, old] = [filled(marked), filled(file.lines)];
  const said = new Set(Array.from(own, (at) => wordsIn(block.lines[at ?? -1] ?? '')));
  const lost = new Set(
    Array.from(old, (at) => file.lines[at ?? -1] ?? '')
      .filter((line) => left?.has(line.trim()) !== true)
      .map(wordsIn)
      .filter((words) => words !== '' && !said.has(words)),
  );
  return lost.size === 0
    ? undefined
    : block.lines.find(
        (line, at) =>
          !own.has(at) &&
          !block.marks.has(at) &&
          known?.has(line.trim()) !== true &&
          /[([{<:]/.test(line) &&
          lost.has(wordsIn(line)),
      );
}

/** The different words of a line, without comments and words that do nothing. */
function wordsIn(line: string): string {
  const code = line
    .slice(0, 2000)
    .replaceAll(/\/\*.{0,200}?\*\/|<!--.{0,200}?-->|(?:^|\s)(?:#|\/\/).*/g, '');
  const words = code.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  return [...new Set(words)].filter((word) => word !== 'pass').join(' ');
}
