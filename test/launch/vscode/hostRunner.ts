import { mkdtemp, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '../../support/until.ts';
import { removeFolder } from './vscodeServer.ts';
import { writeExtension } from './writeExtension.ts';

/** The API of VS Code, as an extension has it. */
type VSCodeApi = typeof import('vscode');

/**
 * Runs code in the extension host of a window, with the API of VS Code: what a test is not about is done at once, and
 * known to be done, where the Command Palette takes half a second.
 */
export interface HostRunner {
  /** An extension that is to be linked into the window. */
  readonly extensionFolder: string;
  /** Runs a command by its ID and waits until it has ended. */
  readonly runCommand: (id: string, ...args: readonly unknown[]) => Promise<void>;
  /** Runs a function that uses nothing but its arguments, which are JSON, as is what it gives. Throws what it throws. */
  readonly run: <T, A extends readonly unknown[]>(
    code: (vscode: VSCodeApi, ...args: A) => T | PromiseLike<T>,
    ...args: A
  ) => Promise<T>;
  dispose(): Promise<void>;
}

/** Listens where only this user's programs can connect. A port would be offered to the user by VS Code. */
const program = `const vscode = require('vscode');
const { writeFileSync } = require('node:fs');
const { createServer } = require('node:net');
const { join } = require('node:path');
const { text } = require('node:stream/consumers');

const name = 'parley-' + process.pid;
const path = process.platform === 'win32' ? '\\\\\\\\.\\\\pipe\\\\' + name : join(__dirname, name);
const run = async (request) => {
  const { code, args } = JSON.parse(request);
  return (0, eval)('(' + code + ')')(vscode, ...args);
};
exports.activate = () =>
  createServer({ allowHalfOpen: true }, (socket) =>
    text(socket)
      .then(run)
      .then((value) => ({ value }), (error) => ({ error: String(error) }))
      .then((answer) => socket.end(JSON.stringify(answer))),
  ).listen(path, () => writeFileSync(join(__dirname, 'path.txt'), path));
`;

/** Writes the extension into a folder of its own. */
export async function createHostRunner(): Promise<HostRunner> {
  const extensionFolder = await mkdtemp(join(tmpdir(), 'parley-runner-'));
  await writeExtension(extensionFolder, {
    name: 'parley-host-runner',
    description: 'Runs code of tests in the extension host. Only used by tests.',
    activationEvents: ['*'],
    program,
  });
  /** To the extension host that is there now: after a reload it is another one. */
  const connected = async (): Promise<Socket> =>
    until('the extension host listens', async () => {
      const path = await readFile(join(extensionFolder, 'path.txt'), 'utf8').catch(() => '');
      return path !== '' && connection(path);
    });
  const run: HostRunner['run'] = async <T, A extends readonly unknown[]>(
    code: (vscode: VSCodeApi, ...args: A) => T | PromiseLike<T>,
    ...args: A
  ) => {
    const socket = await connected();
    socket.end(JSON.stringify({ code: String(code), args }));
    const answer = JSON.parse(await text(socket)) as { value: T } | { error: string };
    if ('error' in answer) {
      throw new Error(`In the extension host: ${answer.error}`);
    }
    return answer.value;
  };
  return {
    extensionFolder,
    run,
    async runCommand(id, ...args) {
      await run(
        async (vscode, command, parameters) => {
          await vscode.commands.executeCommand(command, ...parameters);
        },
        id,
        args,
      );
    },
    dispose: async () => removeFolder(extensionFolder),
  };
}

/** Nothing where nobody listens. */
async function connection(path: string): Promise<Socket | undefined> {
  const socket = connect({ path, allowHalfOpen: true });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}
