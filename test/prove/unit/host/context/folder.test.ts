import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { random } from '../../../../support/random.ts';
import { isIgnored, parseIgnoreFile } from '../../../../../src/host/context/folder/excludes.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

const budget = () => ({ steps: 1_000_000 });

describe('an ignore file', () => {
  it('ignores what git ignores', function () {
    const git = (folder: string, ...args: readonly string[]) =>
      execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
    const paths = ['a', 'b', 'c'].flatMap((one) =>
      ['a', 'x.log', '.x', 'a b', 'ab', 'c/x.log', 'b/a', 'c/b/a', 'b/ab/x'].map(
        (rest) => `${one}/${rest}`,
      ),
    );
    const folder = mkdtempSync(join(tmpdir(), 'parley-ignore-'));
    try {
      try {
        git(folder, 'init', '-q');
      } catch {
        // The table above is for a machine without git.
        this.skip();
      }
      paths.forEach((path) => {
        mkdirSync(join(folder, dirname(path)), { recursive: true });
        writeFileSync(join(folder, path), '');
      });
      const number = random(seed);
      const next = (below: number): number => Math.floor(number() * below);
      const rounds = quantity({ slice: 20, whole: 300 });
      for (let round = 0; round < rounds; round += 1) {
        const lines = Array.from({ length: 4 }, () => randomRule(next));
        const text = lines.join('\n');
        writeFileSync(join(folder, '.gitignore'), text);
        const listed = git(folder, 'ls-files', '--others', '--exclude-standard', '-z');
        const byGit = new Set(listed.split('\0'));
        const rules = [{ folder: [], rules: parseIgnoreFile(text) }];
        const byParley = paths.filter((path) => {
          const parts = path.split('/');
          return !parts.some((_part, index) =>
            isIgnored(parts.slice(0, index + 1), index < parts.length - 1, rules, budget()),
          );
        });
        const expected = paths.filter((path) => byGit.has(path));
        assert.deepEqual(byParley, expected, `seed ${seed}, round ${round}:\n${text}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function randomRule(next: (below: number) => number): string {
  const words = ['a', 'b', 'c', '*', '**', '?', '*.log', 'x*', '[ab]', '[!a]*', '.x', 'a b', '*b'];
  const parts = Array.from({ length: 1 + next(3) }, () => words[next(words.length)] ?? 'a');
  return `${next(4) === 0 ? '!' : ''}${next(4) === 0 ? '/' : ''}${parts.join('/')}${next(5) === 0 ? '/' : ''}`;
}
