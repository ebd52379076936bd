import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import * as esbuild from 'esbuild';
import { chromium } from 'playwright-core';
import { trustedCertificate } from '../../support/service/loopbackCertificates.ts';
import { calmSettings, onlyParley } from '../vscode/calmSettings.ts';
import { chromiumFlags } from '../chromium/chromium.ts';
import type { VSCode } from '../vscode/findVSCode.ts';
import { failureText } from './failureText.ts';
import { projectFolder } from '../projectFolders.ts';
import { ensureGit } from '../git.ts';
import type { SuiteResult } from './suiteResult.ts';
import {
  remoteUri,
  removeFolder,
  startVSCodeServer,
  writeUserFiles,
} from '../vscode/vscodeServer.ts';

/** Where the in-host tests run. */
export interface InHostOptions {
  readonly vscode: VSCode;
  readonly chromiumPath: string;
  /** What VS Code writes is kept here. */
  readonly artefactsFolder: string;
}

/** What the tests leave beside the counts. */
interface HostReport {
  readonly report: string;
}

const userSettings = { ...calmSettings, ...onlyParley };

/** The whole run must be over after this time. */
const timeoutMs = 1_200_000;

/**
 * Runs `test/host` in the extension host of a real VS Code, with the built extension, and prints
 * their report. Throws when they do not come to an end.
 */
export async function runInHostTests(options: InHostOptions): Promise<SuiteResult> {
  await ensureGit();
  const workFolder = await mkdtemp(join(tmpdir(), 'parley-host-'));
  try {
    const testsFolder = await bundleTests();
    const workspace = join(workFolder, 'workspace');
    await mkdir(workspace);
    const resultPath = join(workFolder, 'result.json');
    const certificates = join(workFolder, 'certificates.pem');
    await writeFile(certificates, trustedCertificate);
    // Where OpenSSL is to look for the certificates of the system (Node's documentation of `--use-system-ca`).
    const env = { PARLEY_TEST_RESULT: resultPath, SSL_CERT_FILE: certificates };
    const { vscode } = options;
    if (vscode.kind === 'desktop') {
      const userData = join(workFolder, 'user');
      await writeUserFiles(userData, { 'settings.json': userSettings });
      await runTests({
        vscodeExecutablePath: vscode.executable,
        extensionDevelopmentPath: projectFolder,
        extensionTestsPath: join(testsFolder, 'index.js'),
        extensionTestsEnv: env,
        launchArgs: [
          workspace,
          `--user-data-dir=${userData}`,
          `--extensions-dir=${join(workFolder, 'extensions')}`,
          '--disable-workspace-trust',
        ],
      }).catch(printFailure);
    } else {
      await runInServer(vscode.serverMain, { ...options, testsFolder, workspace, env });
    }
    const result = JSON.parse(await readFile(resultPath, 'utf8')) as SuiteResult & HostReport;
    process.stdout.write(`${result.report}\n`);
    return result;
  } finally {
    await removeFolder(workFolder);
  }
}

async function runInServer(
  serverMain: string,
  options: InHostOptions & {
    readonly testsFolder: string;
    readonly workspace: string;
    readonly env: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { chromiumPath, artefactsFolder, testsFolder, workspace, env } = options;
  const server = await startVSCodeServer({ serverMain, userSettings, env });
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumFlags],
  });
  try {
    const page = await browser.newPage();
    const { promise: exit, resolve, reject } = Promise.withResolvers<number>();
    const log = createWriteStream(join(artefactsFolder, 'in-host.log'));
    const timer = setTimeout(
      () => reject(new Error(`The tests did not come to an end; see ${String(log.path)}.`)),
      timeoutMs,
    );
    page.on('crash', () => reject(new Error('The page of VS Code crashed.')));
    await page.exposeFunction('codeAutomationLog', (_type: string, parts: readonly unknown[]) => {
      log.write(`${parts.map(String).join(' ')}\n`);
    });
    await page.exposeFunction('codeAutomationExit', resolve);
    await page.goto(
      server.windowUrl(workspace, [
        ['extensionDevelopmentPath', remoteUri(projectFolder)],
        ['extensionTestsPath', remoteUri(join(testsFolder, 'index.js'))],
      ]),
    );
    await exit.finally(() => {
      clearTimeout(timer);
      log.end();
    });
  } finally {
    await browser.close();
    await writeFile(join(artefactsFolder, 'in-host-server.log'), server.log());
    await server.stop();
  }
}

/** Bundles each test for itself, so that mocha loads them as files. */
async function bundleTests(): Promise<string> {
  const testsFolder = join(projectFolder, 'out', 'test', 'host');
  await rm(testsFolder, { recursive: true, force: true });
  await esbuild.build({
    absWorkingDir: projectFolder,
    entryPoints: ['test/host/index.ts', 'test/host/**/*.test.ts'],
    outdir: testsFolder,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'es2023',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return testsFolder;
}

function printFailure(error: unknown): void {
  process.stderr.write(`${failureText('The tests in the host', error)}\n`);
}
