import assert from 'node:assert/strict';
import { PathIndex } from '../../../../../src/host/context/files/pathIndex.ts';
import { random } from '../../../../support/random.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

function indexOf(paths: readonly string[]): PathIndex {
  const index = new PathIndex();
  paths.forEach((path) => index.add(path));
  return index;
}

const none = new Set<string>();

function found(
  index: PathIndex,
  typed: string,
  open: ReadonlySet<string> = none,
): readonly string[] {
  return index.find(typed, open, 50).map(({ path, isFolder }) => (isFolder ? `${path}/` : path));
}

describe('an index of paths', () => {
  it('finds the same letter by letter as at once', () => {
    const number = random(seed);
    const letter = (): string => 'abA/.'.charAt(Math.floor(number() * 5));
    const word = (length: number): string => Array.from({ length }, letter).join('');
    const many = Array.from({ length: 300 }, () => `x/${word(6)}y`);
    const index = indexOf(many);
    const rounds = quantity({ slice: 20, whole: 400 });
    for (let round = 0; round < rounds; round += 1) {
      const typed = word(4);
      for (let end = 0; end <= typed.length; end += 1) {
        const part = typed.slice(0, end);
        assert.deepEqual(found(index, part), found(indexOf(many), part), `seed ${seed}, ${part}`);
      }
    }
  });
});
