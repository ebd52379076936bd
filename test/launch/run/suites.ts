import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { findChromium } from '../chromium/chromium.ts';
import { findVSCode } from '../vscode/findVSCode.ts';
import { runInHostTests } from './inHostTests.ts';
import { runMochaTests } from './mochaTests.ts';
import { projectFolder } from '../projectFolders.ts';
import type { SuiteResult } from './suiteResult.ts';
import { runWebviewTests } from './webviewTests.ts';

/** Where VS Code's logs and the pictures of failures are kept. */
export const artefactsFolder = join(projectFolder, 'out', 'artefacts');

/** A suite of tests, in parts that can run side by side, each in a process of its own. */
interface Suite {
  /** Whether its tests use windows of VS Code, whose timing is not Parley's. A part that fails runs once more. */
  readonly hasWindows?: true;
  /** Gets what its parts need, so that they do not all get it at the same time. */
  prepare?(): Promise<unknown>;
  /** The names of its parts. */
  parts(): Promise<readonly string[]>;
  run(part: string): Promise<SuiteResult>;
}

const whole = ['all'];

const programs = async () => [await findVSCode(), await findChromium()] as const;

/** By the word that selects one: `npm test -- unit e2e`. A suite whose parts take long comes first. */
export const suites: Readonly<Record<string, Suite>> = {
  webview: {
    prepare: findChromium,
    parts: async () => whole,
    run: async () => runWebviewTests({ chromiumPath: await findChromium() }),
  },
  unit: {
    parts: async () => whole,
    run: () => runMochaTests('test/unit/**/*.test.ts', { timeoutMs: 120_000 }),
  },
  host: {
    hasWindows: true,
    prepare: programs,
    parts: async () => whole,
    run: async () => {
      const [vscode, chromiumPath] = await programs();
      return runInHostTests({ vscode, chromiumPath, artefactsFolder });
    },
  },
  e2e: {
    hasWindows: true,
    prepare: programs,
    parts: async () =>
      (await Array.fromAsync(glob('test/e2e/**/*.test.ts', { cwd: projectFolder }))).toSorted(),
    run: (file) => runMochaTests(file, { timeoutMs: 300_000 }),
  },
};
