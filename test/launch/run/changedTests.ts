import * as esbuild from 'esbuild';
import { runCommand } from '../command.ts';
import { projectFolder } from '../projectFolders.ts';

/** The tests that import, directly or not, what differs from the main branch, or that differ themselves. */
export async function changedTests(tests: readonly string[]): Promise<readonly string[]> {
  return dependentTests(tests, await changedFiles());
}

/** The tests that import one of `files`, directly or not, or are one of them; all relative to the project. */
export async function dependentTests(
  tests: readonly string[],
  files: readonly string[],
): Promise<readonly string[]> {
  const reached = new Set(files);
  const importers = await readImporters(tests);
  // A set that grows while it is gone through is gone through to its new end.
  for (const file of reached) {
    importers.get(file)?.forEach((importer) => reached.add(importer));
  }
  return tests.filter((test) => reached.has(test));
}

/** What is new or otherwise than where this branch left the main one, committed or not; relative to the project. */
async function changedFiles(): Promise<readonly string[]> {
  const git = async (...parameters: readonly string[]): Promise<string> =>
    runCommand('git', parameters, { cwd: projectFolder });
  const upstream = await git('rev-parse', '--verify', '--quiet', 'origin/main').catch(() => 'main');
  const base = await git('merge-base', 'HEAD', upstream.trim());
  const lists = await Promise.all([
    git('diff', '--name-only', '--relative', base.trim()),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  return lists.flatMap((list) => list.split('\n').filter((path) => path !== ''));
}

/** For each file that a test imports, directly or not, the files that import it; those of types alone are not counted. */
async function readImporters(
  tests: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { metafile } = await esbuild.build({
    absWorkingDir: projectFolder,
    entryPoints: [...tests],
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    // What the pages of the tests are given under these addresses.
    external: ['/*.js'],
    alias: { entities: './src/webview/markdown/characterReferences.ts' },
    loader: { '.ttf': 'empty', '.woff2': 'empty' },
    logLevel: 'error',
  });
  const importers = new Map<string, string[]>();
  for (const [importer, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path } of imports) {
      importers.set(path, [...(importers.get(path) ?? []), importer]);
    }
  }
  return importers;
}
