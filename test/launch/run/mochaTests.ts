import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import Mocha from 'mocha';
import '../../support/resolveVscode.ts';
import { projectFolder } from '../projectFolders.ts';
import type { SuiteResult } from './suiteResult.ts';
import { createTestReporter } from './testReporter.ts';

/** Runs the test files that match `pattern`, a glob from the project's folder, in this process. */
export async function runMochaTests(
  pattern: string,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<SuiteResult> {
  const { promise, resolve } = Promise.withResolvers<SuiteResult>();
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: timeoutMs,
    forbidOnly: true,
    reporter: createTestReporter((text) => process.stdout.write(`${text}\n`), resolve),
  });
  for (const file of (await Array.fromAsync(glob(pattern, { cwd: projectFolder }))).toSorted()) {
    mocha.addFile(join(projectFolder, file));
  }
  await mocha.loadFilesAsync();
  process.on('unhandledRejection', raise);
  try {
    mocha.run();
    return await promise;
  } finally {
    process.off('unhandledRejection', raise);
  }
}

/**
 * Makes an exception of a rejection that nothing handles, which fails the test that is running: mocha
 * itself drops such rejections if it is not run from its command line.
 */
function raise(reason: unknown): never {
  throw reason;
}
