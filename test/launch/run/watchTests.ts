import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { projectFolder } from '../projectFolders.ts';
import { screenText } from './failureText.ts';
import type { Part, PartOptions } from './part.ts';
import { createProgress } from './progress.ts';
import { runParts } from './runParts.ts';
import { openWebviewTests } from './webviewTests.ts';

/**
 * Runs parts again whenever a source or a test has changed, until the program is ended. Throws for tests that need a
 * window of VS Code.
 */
export async function watchTests(parts: readonly Part[], options: PartOptions): Promise<never> {
  if (parts.some(({ kind }) => kind === 'host' || kind === 'e2e')) {
    throw new Error('Only unit and webview tests can be watched.');
  }
  const runs = await Promise.all(parts.map((part) => repeatable(part, options)));
  for (;;) {
    const changed = nextChange();
    for (const run of runs) {
      await run().catch((error: unknown) =>
        process.stdout.write(`${screenText(inspect(error))}\n`),
      );
    }
    process.stdout.write('\nWaiting for a change, Ctrl+C to stop …\n');
    await changed;
  }
}

/** Runs a part, again and again. The browser of webview tests stays open; other tests get a process for each run. */
async function repeatable(part: Part, options: PartOptions): Promise<() => Promise<unknown>> {
  if (part.kind !== 'webview') {
    return async () => {
      const progress = createProgress(process.stdout);
      await runParts([part], options, progress);
      progress.end();
    };
  }
  const tests = await openWebviewTests(part, options);
  return async () => {
    const { passed, failed } = await tests.run();
    process.stdout.write(`${part.name}: ${passed} passed, ${failed.length} failed\n`);
  };
}

/** Resolves when a source or a test changes after this call. */
async function nextChange(): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const first = async (folder: string): Promise<void> => {
    for await (const _ of watch(join(projectFolder, folder), { recursive: true, signal })) {
      return;
    }
  };
  await Promise.race([first('src'), first('test')]);
  stop.abort();
}
