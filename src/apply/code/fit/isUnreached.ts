import { indentOf } from '../../lines/indentation.ts';
import type { LinePair } from './alignment.ts';
import type { Piece } from './piece.ts';

const leaves = /^\s*(?:return|throw|raise|break|continue)\b/;

/** Whether something comes right behind a line that ends what it is in, and did so neither in the block nor in the file. */
export function isUnreached(
  pieces: readonly Piece[],
  { own, old }: Pick<LinePair, 'own' | 'old'>,
): boolean {
  const known = new Set([...pairsOf(own), ...pairsOf(old)]);
  return pairsOf(pieces.flatMap(({ lines }) => lines)).some((pair) => {
    const [line = '', next = ''] = pair.split('\n');
    return (
      leaves.test(line) &&
      indentOf(line) === indentOf(next) &&
      /^\s*\w/.test(next) &&
      !known.has(pair)
    );
  });
}

/** Each line with text together with the next one. */
function pairsOf(lines: readonly string[]): readonly string[] {
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .map((line, at, all) => `${line}\n${all[at + 1] ?? ''}`);
}
