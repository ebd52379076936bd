import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import * as esbuild from 'esbuild';
import { chromium } from 'playwright-core';
import { trustedCertificate } from '../../support/service/loopbackCertificates.ts';
import { calmSettings, onlyParley } from '../vscode/calmSettings.ts';
import { chromiumFlags, findChromium } from '../chromium/chromium.ts';
import { findVSCode } from '../vscode/findVSCode.ts';
import { stillSettings, stopAnimations } from '../vscode/stillWindow.ts';
import { failureText } from './failureText.ts';
import { artefactsFolder, projectFolder } from '../projectFolders.ts';
import { ensureGit } from '../git.ts';
import type { HostTestRun } from './hostTestRun.ts';
import type { Part, PartOptions } from './part.ts';
import type { SuiteResult } from './suiteResult.ts';
import {
  remoteUri,
  removeFolder,
  startVSCodeServer,
  writeUserFiles,
} from '../vscode/vscodeServer.ts';

const userSettings = {
  ...calmSettings,
  ...onlyParley,
  ...stillSettings,
  // As on the desktop. In a browser, VS Code saves what a test has typed after a second.
  'files.autoSave': 'off',
  // Or the text of an untitled document that was closed may come back in the next one, which has its name again.
  'files.hotExit': 'off',
  // No test needs what TypeScript finds out about a file, which takes it seconds for each one that is large.
  'js/ts.validate.enabled': false,
  'js/ts.tsserver.useSyntaxServer': 'always',
};

/** No test takes as long: this ends one that hangs. */
const testTimeoutMs = 120_000;

/** The whole run must be over after this time, unless somebody debugs it. */
const timeoutMs = 1_200_000;

/** The port at which the extension host waits for a debugger, if it is to. */
const debugPort = '9229';

/** Where the tests run, and with what. */
interface HostRun {
  readonly workFolder: string;
  readonly testsFolder: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  /** What VS Code writes is kept under this name. */
  readonly logName: string;
  readonly inspect: boolean;
}

/**
 * Runs the test files of a part in the extension host of a real VS Code, with the built extension, and prints
 * their report. Throws when they do not come to an end.
 */
export async function runInHostTests(
  part: Part,
  { grep = '', inspect }: PartOptions,
): Promise<SuiteResult> {
  await ensureGit();
  const workFolder = await mkdtemp(join(tmpdir(), 'parley-host-'));
  const testsFolder = join(projectFolder, 'out', 'test', basename(workFolder));
  const reportPath = join(workFolder, 'report.txt');
  try {
    await bundleTests(part.files, testsFolder);
    const workspace = join(workFolder, 'workspace');
    await mkdir(workspace);
    const resultPath = join(workFolder, 'result.json');
    const testRun: HostTestRun = {
      grep,
      timeoutMs: inspect ? 0 : testTimeoutMs,
      reportPath,
      resultPath,
    };
    const certificates = join(workFolder, 'certificates.pem');
    await writeFile(certificates, trustedCertificate);
    const temporary = join(workFolder, 'temporary');
    await mkdir(temporary);
    const env = {
      // One that a test can watch. Elsewhere it has another name, or its path would be too long for VS Code's sockets.
      ...(process.platform === 'linux' && { TMPDIR: temporary }),
      PARLEY_TEST_RUN: JSON.stringify(testRun),
      // Where OpenSSL is to look for the certificates of the system (Node's documentation of `--use-system-ca`).
      SSL_CERT_FILE: certificates,
    };
    const logName = part.name.replaceAll(/\W+/g, '-');
    const run = { workFolder, testsFolder, workspace, env, logName, inspect };
    const vscode = await findVSCode();
    await (vscode.kind === 'desktop'
      ? runOnDesktop(vscode.executable, run)
      : runInServer(vscode.serverMain, run));
    return JSON.parse(await readFile(resultPath, 'utf8')) as SuiteResult;
  } finally {
    // Also where they did not come to an end.
    process.stdout.write(await readFile(reportPath, 'utf8').catch(() => ''));
    await removeFolder(workFolder);
    await removeFolder(testsFolder);
  }
}

async function runOnDesktop(executable: string, run: HostRun): Promise<void> {
  const userData = join(run.workFolder, 'user');
  await writeUserFiles(userData, { 'settings.json': userSettings });
  await runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: projectFolder,
    extensionTestsPath: join(run.testsFolder, 'host', 'index.js'),
    extensionTestsEnv: run.env,
    launchArgs: [
      run.workspace,
      `--user-data-dir=${userData}`,
      `--extensions-dir=${join(run.workFolder, 'extensions')}`,
      '--disable-workspace-trust',
      ...(run.inspect ? [`--inspect-brk-extensions=${debugPort}`] : []),
    ],
  }).catch(printFailure);
}

async function runInServer(serverMain: string, run: HostRun): Promise<void> {
  const { testsFolder, workspace, env, logName } = run;
  const server = await startVSCodeServer({ serverMain, userSettings, env });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumFlags],
  });
  try {
    // Enough for what tests look at: to draw more takes time.
    const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
    await stopAnimations(page);
    const { promise: exit, resolve, reject } = Promise.withResolvers<number>();
    const log = createWriteStream(join(artefactsFolder, `${logName}.log`));
    const hangs = (): void =>
      reject(new Error(`The tests did not come to an end; see ${String(log.path)}.`));
    const timer = run.inspect ? undefined : setTimeout(hangs, timeoutMs);
    page.on('crash', () => reject(new Error('The page of VS Code crashed.')));
    await page.exposeFunction('codeAutomationLog', (_type: string, parts: readonly unknown[]) => {
      log.write(`${parts.map(String).join(' ')}\n`);
    });
    await page.exposeFunction('codeAutomationExit', resolve);
    await page.goto(
      server.windowUrl(workspace, [
        ['extensionDevelopmentPath', remoteUri(projectFolder)],
        ['extensionTestsPath', remoteUri(join(testsFolder, 'host', 'index.js'))],
        ...(run.inspect ? [['inspect-brk-extensions', debugPort] as const] : []),
      ]),
    );
    await exit.finally(() => {
      clearTimeout(timer);
      log.end();
    });
  } finally {
    await browser.close();
    await writeFile(join(artefactsFolder, `${logName}-server.log`), server.log());
    await server.stop();
  }
}

/** Beside it are the bundles that only Node has, which the code of a test loads as Parley's own does. */
const builtBundle = JSON.stringify(join(projectFolder, 'dist', 'extension.js'));

/** Bundles each test for itself, so that mocha loads them as files. */
async function bundleTests(files: readonly string[], testsFolder: string): Promise<void> {
  await esbuild.build({
    absWorkingDir: projectFolder,
    entryPoints: ['test/host/index.ts', ...files],
    outbase: 'test',
    outdir: testsFolder,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'es2023',
    sourcemap: 'inline',
    banner: { js: `module.require = require('node:module').createRequire(${builtBundle});` },
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
}

function printFailure(error: unknown): void {
  process.stderr.write(`${failureText('The tests in the host', error)}\n`);
}
