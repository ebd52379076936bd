import { existsSync, statSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { projectFolder } from '../projectFolders.ts';
import { changedTests } from './changedTests.ts';
import { isKind, kindOf, kinds } from './kinds.ts';

/** Which tests are wanted. */
export interface Selection {
  /** Kinds, files or folders; all tests where there are none. */
  readonly wanted: readonly string[];
  /** Only proofs. */
  readonly prove: boolean;
  /** Only tests that depend on what differs from the main branch. */
  readonly changed: boolean;
}

/**
 * The test files of a selection, relative to the project and with `/`, in order. Throws where a word names neither a
 * kind nor test files.
 */
export async function selectFiles({
  wanted,
  prove,
  changed,
}: Selection): Promise<readonly string[]> {
  const paths = await Array.fromAsync(glob('test/**/*.test.ts', { cwd: projectFolder }));
  const all = paths
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => kindOf(path) !== undefined && (!prove || path.startsWith('test/prove/')))
    .toSorted();
  const isWanted = (wanted.length === 0 ? kinds : wanted).map((word) => matching(word, all, prove));
  const selected = all.filter((file) => isWanted.some((matches) => matches(file)));
  return changed ? await changedTests(selected) : selected;
}

/** What a word selects. A kind has no proofs in the workbench, of which a slice would cost the window of the whole. */
function matching(word: string, all: readonly string[], prove: boolean): (file: string) => boolean {
  if (isKind(word)) {
    return (file) => kindOf(file) === word && (prove || !file.startsWith('test/prove/e2e/'));
  }
  const path = projectPath(word);
  const matches = (file: string): boolean =>
    path === '' || file === path || file.startsWith(`${path}/`);
  if (!all.some(matches)) {
    throw new Error(
      `'${word}' is no test file, no folder with tests, and none of ${kinds.join(', ')}.`,
    );
  }
  return matches;
}

/** A path as it was typed, relative to the project: npm runs this there, wherever it was called. */
function projectPath(word: string): string {
  const typedIn = process.env['INIT_CWD'] ?? projectFolder;
  const bases = isAbsolute(word) ? [''] : [typedIn, projectFolder];
  const candidates = bases.map((base) => resolve(base, word));
  const path = candidates.find((candidate) => existsSync(candidate)) ?? resolve(word);
  const isFound = statSync(path, { throwIfNoEntry: false }) !== undefined;
  return isFound ? relative(projectFolder, path).replaceAll('\\', '/') : word;
}
