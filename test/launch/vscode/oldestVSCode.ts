import { codeServer } from './codeServer.ts';
import { desktopVSCode, namedVSCode, type VSCode } from './findVSCode.ts';
import { oldestVersion } from './oldestVersion.ts';

/**
 * Finds the oldest VS Code that Parley runs in, or gets it into the downloads: as the desktop application, or
 * else as the one that npm carries. The one that `PARLEY_VSCODE` names comes before. Throws as `findVSCode` does.
 */
export async function oldestVSCode(): Promise<VSCode> {
  return (
    (await namedVSCode()) ??
    (await desktopVSCode(oldestVersion)) ?? {
      kind: 'server',
      serverMain: await codeServer({
        version: oldestVersion.replace(/^1\./, '4.'),
        // The version that it asks for downloads the program from GitHub.
        prebuilt: ['@vscode/ripgrep@1.18.0'],
        // In Node.js 24, its extension host waits forever for an extension that is an ES module.
        nodeVersion: '22.23.3',
      }),
    }
  );
}
