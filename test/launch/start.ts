import { once } from 'node:events';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDemoService } from '../../src/demo/service.ts';
import { serveHandler } from '../support/service/loopbackServer.ts';
import { buildExtension } from './build.ts';
import { calmSettings, onlyParley } from './vscode/calmSettings.ts';
import { findVSCode } from './vscode/findVSCode.ts';
import { writeOpenerExtension } from './vscode/openerExtension.ts';
import { startProcessTree } from './processTree.ts';
import { downloadsFolder, projectFolder } from './projectFolders.ts';
import { sampleFile, sampleFolder, writeSampleWorkspace } from './vscode/sampleWorkspace.ts';
import {
  remoteUri,
  removeFolder,
  startVSCodeServer,
  writeUserFiles,
} from './vscode/vscodeServer.ts';

/** The port at which the extension host takes a debugger; `.vscode/launch.json` names it, too. */
const debugPort = '9229';

/**
 * `npm start`: opens Parley in a VS Code of its own, on a sample workspace, with the embedded
 * service as a connection. Prints one line that says where, and stays until Ctrl+C. With `--inspect`, the
 * extension host takes a debugger.
 */
async function start(): Promise<void> {
  const { values } = parseArgs({ options: { inspect: { type: 'boolean', default: false } } });
  const [vscode] = await Promise.all([findVSCode(), buildExtension()]);
  const opener = join(downloadsFolder, 'opener');
  await writeSampleWorkspace(sampleFolder);
  await writeOpenerExtension(opener);
  const demo = createDemoService();
  const service = await serveHandler((request) => demo.handle(request));
  const opening = {
    workspace: sampleFolder,
    opener,
    userSettings: settings(`${service.origin}/v1`),
    interrupted: interruption(),
    inspect: values.inspect,
  };
  try {
    await (vscode.kind === 'server'
      ? openInBrowser(vscode.serverMain, opening)
      : openOnDesktop(vscode.executable, opening));
  } finally {
    await service.close();
  }
}

interface Opening {
  readonly workspace: string;
  readonly opener: string;
  readonly userSettings: Readonly<Record<string, unknown>>;
  readonly interrupted: Promise<void>;
  readonly inspect: boolean;
}

async function openInBrowser(serverMain: string, opening: Opening): Promise<void> {
  const { workspace, opener, userSettings, inspect } = opening;
  // A debugger finds the sources beside the bundles only where these are not seen through a link.
  const linkedExtensions = inspect ? [opener] : [projectFolder, opener];
  const inspecting = [
    ['extensionDevelopmentPath', remoteUri(projectFolder)],
    ['inspect-extensions', debugPort],
  ] as const;
  const server = await startVSCodeServer({ serverMain, userSettings, linkedExtensions });
  const url = server.windowUrl(workspace, [
    ['openFile', remoteUri(join(workspace, sampleFile))],
    ...(inspect ? inspecting : []),
  ]);
  process.stdout.write(`Parley is open at ${url} — press Ctrl+C to stop.\n`);
  await opening.interrupted;
  await server.stop();
}

async function openOnDesktop(executable: string, opening: Opening): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'parley-vscode-'));
  await writeUserFiles(join(dataFolder, 'data'), { 'settings.json': opening.userSettings });
  await mkdir(join(dataFolder, 'extensions'));
  const window = startProcessTree(
    executable,
    [
      opening.workspace,
      join(opening.workspace, sampleFile),
      `--user-data-dir=${join(dataFolder, 'data')}`,
      `--extensions-dir=${join(dataFolder, 'extensions')}`,
      `--extensionDevelopmentPath=${projectFolder}`,
      `--extensionDevelopmentPath=${opening.opener}`,
      '--disable-workspace-trust',
      '--skip-welcome',
      '--skip-release-notes',
      '--disable-updates',
      ...(opening.inspect ? [`--inspect-extensions=${debugPort}`] : []),
    ],
    { stdio: 'ignore' },
  );
  process.stdout.write('Parley is open in a window of VS Code — press Ctrl+C to stop.\n');
  await Promise.race([opening.interrupted, once(window.child, 'exit')]);
  await window.stop();
  await removeFolder(dataFolder);
}

function settings(baseUrl: string): Readonly<Record<string, unknown>> {
  const connection = { id: 'embedded', name: 'Embedded service', baseUrl, model: 'demo-tour' };
  return { ...calmSettings, ...onlyParley, 'parley.connections': [connection] };
}

/** Ctrl+C, or the end of the terminal. Further signals, which npm may pass on, change nothing. */
function interruption(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => resolve());
    }
  });
}

await start();
// The handlers of signals, or what the window has left open, must not hold up the end.
process.exit();
