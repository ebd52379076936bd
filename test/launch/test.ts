import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { packageExtension } from './build.ts';
import { findChromium } from './chromium.ts';
import { screenText } from './failureText.ts';
import { findVSCode } from './findVSCode.ts';
import { runInHostTests } from './inHostTests.ts';
import { runMochaTests } from './mochaTests.ts';
import { projectFolder } from './projectFolders.ts';
import type { SuiteResult } from './suiteResult.ts';
import { runWebviewTests } from './webviewTests.ts';

const artefactsFolder = join(projectFolder, 'out', 'artefacts');

/** The suites in the order they run in, by the word that selects one: `npm test -- unit e2e`. */
const suites: Readonly<Record<string, () => Promise<SuiteResult>>> = {
  unit: () => runMochaTests('test/unit/**/*.test.ts', { timeoutMs: 120_000 }),
  webview: async () => runWebviewTests({ chromiumPath: await findChromium() }),
  host: async () => {
    const [vscode, chromiumPath] = [await findVSCode(), await findChromium()];
    return runInHostTests({ vscode, chromiumPath, artefactsFolder });
  },
  e2e: () => runMochaTests('test/e2e/**/*.test.ts', { timeoutMs: 300_000 }),
};

/** `npm test`: runs the suites that are named, or all, and ends with one line of counts. */
async function test(): Promise<void> {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !Object.hasOwn(suites, name));
  if (unknown !== undefined) {
    throw new Error(`There is no suite '${unknown}', only ${Object.keys(suites).join(', ')}.`);
  }
  await rm(artefactsFolder, { recursive: true, force: true });
  await mkdir(artefactsFolder, { recursive: true });
  process.env['PARLEY_ARTEFACTS'] = artefactsFolder;
  const total = { passed: 0, failed: 0 };
  try {
    process.env['PARLEY_VSIX'] = await packageExtension();
  } catch (error) {
    printError(error);
    total.failed += 1;
  }
  for (const [name, run] of Object.entries(suites)) {
    if (named.length === 0 || named.includes(name)) {
      const { passed, failed } = await runSuite(name, run);
      total.passed += passed;
      total.failed += failed;
    }
  }
  const exitCode = total.failed > 0 ? 1 : 0;
  // Whatever a test has left running must not hold up the end.
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`, () =>
    process.exit(exitCode),
  );
}

/** A suite that does not come to an end, or has no tests, counts as one failure. */
async function runSuite(name: string, run: () => Promise<SuiteResult>): Promise<SuiteResult> {
  const start = performance.now();
  process.stdout.write(`\n=== ${name} ===\n`);
  let result: SuiteResult;
  try {
    result = await run();
  } catch (error) {
    printError(error);
    result = { passed: 0, failed: 1 };
  }
  if (result.passed + result.failed === 0) {
    process.stdout.write('The suite ran no tests.\n');
    result = { passed: 0, failed: 1 };
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${name}: ${result.passed} passed, ${result.failed} failed, ${seconds} s\n`);
  return result;
}

/** With its causes, which say what a machine lacks. */
function printError(error: unknown): void {
  process.stdout.write(`${screenText(inspect(error))}\n`);
}

await test();
