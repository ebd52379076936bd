import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '../command.ts';
import { startProcessTree } from '../processTree.ts';

/** What a server is to start with. */
export interface VSCodeServerOptions {
  /** The path of `server-main.js`. */
  readonly serverMain: string;
  readonly userSettings?: Readonly<Record<string, unknown>>;
  /** Further JSON files beside the user's settings, by name. */
  readonly userFiles?: Readonly<Record<string, unknown>> | undefined;
  /** A packaged extension that is installed beforehand. */
  readonly vsix?: string | undefined;
  /** Called with the folder of all extensions when that one has been installed there. */
  readonly onInstalled?: ((extensionsFolder: string) => Promise<void>) | undefined;
  /** Folders of extensions that are there as links. */
  readonly linkedExtensions?: readonly string[];
  /** Whether folders must be trusted first, as VS Code has it unless told otherwise. */
  readonly workspaceTrust?: boolean | undefined;
  /** Added to the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A VS Code server on a free port of this computer. */
export interface VSCodeServer {
  /** Where everything is that the server and its window keep. */
  readonly dataFolder: string;
  /** The address of a window on a folder or a `.code-workspace` file; `payload` has the pairs that VS Code's web client reads. */
  windowUrl(path: string, payload?: readonly (readonly [string, string])[]): string;
  /** The id of its process, of which the extension hosts are children. */
  readonly pid: number | undefined;
  /** What the server has written so far. */
  log(): string;
  /** Ends the server with all its processes and deletes its data. */
  stop(): Promise<void>;
}

/** Where a server has the Node.js that it brings along, as those of VS Code's own site do. `folder` is that of `out`. */
export function ownNodePath(folder: string): string {
  return join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
}

/** The Node.js that a server brings along, or the one of this program. */
function nodeOf(serverMain: string): string {
  const own = ownNodePath(dirname(dirname(serverMain)));
  return existsSync(own) ? own : process.execPath;
}

/** Starts a server with a fresh data folder, and waits until it answers; at most 60 seconds. */
export async function startVSCodeServer(options: VSCodeServerOptions): Promise<VSCodeServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'parley-vscode-'));
  try {
    const { userSettings = {}, userFiles } = options;
    await writeUserFiles(join(dataFolder, 'data'), { 'settings.json': userSettings, ...userFiles });
    await linkExtensions(dataFolder, options.linkedExtensions ?? []);
    await installVsix(dataFolder, options);
    return await startIn(dataFolder, options);
  } catch (error) {
    await removeFolder(dataFolder);
    throw error;
  }
}

async function startIn(dataFolder: string, options: VSCodeServerOptions): Promise<VSCodeServer> {
  const log: string[] = [];
  const { serverMain } = options;
  const server = startProcessTree(
    nodeOf(serverMain),
    [
      serverMain,
      '--without-connection-token',
      '--host=127.0.0.1',
      '--port=0',
      '--accept-server-license-terms',
      `--server-data-dir=${dataFolder}`,
      '--telemetry-level=off',
      ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
      '--enable-smoke-test-driver',
    ],
    {
      cwd: dirname(dirname(serverMain)),
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const stop = async (): Promise<void> => {
    await server.stop();
    await removeFolder(dataFolder);
  };
  try {
    const port = await listeningPort(server.child, log);
    const windowUrl: VSCodeServer['windowUrl'] = (path, payload = []) => {
      const url = new URL(`http://127.0.0.1:${port}/`);
      const kind = path.endsWith('.code-workspace') ? 'workspace' : 'folder';
      url.searchParams.set(kind, pathToFileURL(path).pathname);
      if (payload.length > 0) {
        url.searchParams.set('payload', JSON.stringify(payload));
      }
      return url.href;
    };
    return { dataFolder, windowUrl, pid: server.child.pid, log: () => log.join(''), stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The address by which a window of a server names a path on the server's computer. */
export function remoteUri(path: string): string {
  return `vscode-remote://remote${pathToFileURL(path).pathname}`;
}

/** Writes JSON files into the user's folder of a VS Code whose user data is in `userData`. */
export async function writeUserFiles(
  userData: string,
  files: Readonly<Record<string, unknown>>,
): Promise<void> {
  const folder = join(userData, 'User');
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), JSON.stringify(content, null, 2));
  }
}

async function linkExtensions(dataFolder: string, folders: readonly string[]): Promise<void> {
  const extensions = join(dataFolder, 'extensions');
  await mkdir(extensions, { recursive: true });
  for (const folder of folders) {
    const manifest = await readFile(join(folder, 'package.json'), 'utf8');
    const { publisher, name, version } = JSON.parse(manifest) as Record<string, string>;
    await symlink(folder, join(extensions, `${publisher}.${name}-${version}`), 'junction');
  }
}

async function installVsix(
  dataFolder: string,
  { serverMain, vsix, onInstalled }: VSCodeServerOptions,
): Promise<void> {
  if (vsix !== undefined) {
    const extensions = join(dataFolder, 'extensions');
    await cp(await installedOnce(serverMain, vsix), extensions, { recursive: true });
    await onInstalled?.(extensions);
  }
}

/** The folder of extensions with only this package, beside it: VS Code's own command takes seconds for each window. */
async function installedOnce(serverMain: string, vsix: string): Promise<string> {
  const installed = installedFolder(vsix);
  if (!existsSync(installed)) {
    const unfinished = await mkdtemp(`${installed}-`);
    await runCommand(nodeOf(serverMain), [
      serverMain,
      `--install-extension=${vsix}`,
      `--server-data-dir=${unfinished}`,
      '--accept-server-license-terms',
      '--telemetry-level=off',
    ]);
    const extensions = join(unfinished, 'extensions');
    // It has the path of the folder. VS Code makes it again from what is there.
    await rm(join(extensions, 'extensions.json'));
    await rename(extensions, installed).catch((error: unknown) => {
      // Another process may have been faster.
      if (!existsSync(installed)) {
        throw error;
      }
    });
    await removeFolder(unfinished);
  }
  return installed;
}

/** Where a package is kept as it is once it is installed. */
export function installedFolder(vsix: string): string {
  return `${vsix}.installed`;
}

/** Deletes a folder, in which a process that has just ended may still be seen to write. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Waits for the line in which the server tells its port, and keeps all lines in `log`. */
async function listeningPort(
  child: ReturnType<typeof startProcessTree>['child'],
  log: string[],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (what: string): void => {
      clearTimeout(timer);
      reject(new Error(`The VS Code server ${what}:\n${log.join('').slice(-2000)}`));
    };
    const timer = setTimeout(() => fail('did not start within 200 seconds'), 200_000);
    const read = (text: string): void => {
      log.push(text);
      const port = /Extension host agent listening on (\d+)/.exec(log.join(''))?.[1];
      if (port !== undefined) {
        clearTimeout(timer);
        resolve(Number(port));
      }
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    child.once('exit', (code, signal) => fail(`ended with ${code ?? signal}`));
  });
}
