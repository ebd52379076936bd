import { join } from 'node:path';
import Mocha from 'mocha';
import '../../support/resolveVscode.ts';
import { isProof } from '../../support/quantity.ts';
import { projectFolder } from '../projectFolders.ts';
import type { Part, PartOptions } from './part.ts';
import type { SuiteResult } from './suiteResult.ts';
import { createTestReporter } from './testReporter.ts';

/** No test takes as long: this ends one that hangs. A proof may take as long as all of them. */
const timeoutMs = isProof ? 900_000 : 300_000;

/** Runs the test files of a part in this process. */
export async function runMochaTests(part: Part, { grep = '' }: PartOptions): Promise<SuiteResult> {
  const { promise, resolve } = Promise.withResolvers<SuiteResult>();
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: timeoutMs,
    forbidOnly: true,
    grep: new RegExp(grep),
    reporter: createTestReporter((text) => process.stdout.write(`${text}\n`), resolve),
  });
  for (const file of part.files) {
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
