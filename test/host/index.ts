import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import Mocha from 'mocha';
import { failureText } from '../launch/run/failureText.ts';
import type { HostTestRun } from '../launch/run/hostTestRun.ts';
import type { SuiteResult } from '../launch/run/suiteResult.ts';
import { createTestReporter } from '../launch/run/testReporter.ts';

/**
 * What VS Code calls in the extension host: runs the bundled tests as `PARLEY_TEST_RUN` says. Writes the report while
 * they run, and the result at the end. Throws when a test failed, or when a rejection of Parley was not handled: VS Code
 * only logs it, and mocha drops it.
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const { grep, timeoutMs, reportPath, resultPath } = JSON.parse(
    process.env['PARLEY_TEST_RUN'] ?? '',
  ) as HostTestRun;
  // Not to the console, which VS Code shares and forwards in pieces.
  const print = (text: string): void => appendFileSync(reportPath, `${text}\n`);
  const { promise, resolve } = Promise.withResolvers<SuiteResult>();
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: timeoutMs,
    forbidOnly: true,
    grep: new RegExp(grep),
    reporter: createTestReporter(print, resolve),
  });
  const folder = join(__dirname, '..');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (name.endsWith('.test.js')) {
      mocha.addFile(join(folder, name));
    }
  }
  const unheard = new Set<unknown>();
  process.on('unhandledRejection', (reason) => {
    if (isOwn(reason)) {
      unheard.add(reason);
    }
  });
  mocha.run();
  const { passed, failed } = await promise;
  const rejections = [...unheard].map((reason) =>
    failureText('A rejection nobody handled', reason),
  );
  rejections.forEach(print);
  const result: SuiteResult = { passed, failed: [...failed, ...rejections] };
  writeFileSync(resultPath, JSON.stringify(result));
  if (result.failed.length > 0) {
    throw new Error(`${result.failed.length} failed`);
  }
}

/** Whether Parley or a test has thrown it: other extensions run in the same process, VS Code's own from a `main.js`. */
function isOwn(reason: unknown): boolean {
  const stack = reason instanceof Error ? (reason.stack ?? '') : '';
  return /[\\/](?:dist[\\/](?!main\.js)\w+\.js|src[\\/](?:host|service|conversation|shared|demo|markdown)[\\/]|test[\\/]host[\\/])/.test(
    stack,
  );
}
