import { appendFile } from 'node:fs/promises';
import type { HostRunner } from './hostRunner.ts';
import { installedBundle } from './installedBundle.ts';

/** Stands behind Parley's own code, which is loaded anew with each start. */
const program = `
if (globalThis.parleyOfTests === undefined) {
  const { rmSync } = require('node:fs');
  let parley = module.exports;
  let context;
  module.exports = {
    activate: (given) => parley.activate((context = given)),
    deactivate: () => parley.deactivate(),
  };
  globalThis.parleyOfTests = {
    async stop() {
      const { globalState, workspaceState, secrets, globalStorageUri, storageUri } = context;
      await parley.deactivate();
      for (const part of context.subscriptions.splice(0)) {
        part.dispose();
      }
      for (const memento of [globalState, workspaceState]) {
        await Promise.all(memento.keys().map((key) => memento.update(key, undefined)));
      }
      await Promise.all((await secrets.keys()).map((key) => secrets.delete(key)));
      for (const { fsPath } of [globalStorageUri, storageUri]) {
        rmSync(fsPath, { recursive: true, force: true });
      }
    },
    async start() {
      for (const path of Object.keys(require.cache).filter((path) => path.startsWith(__dirname))) {
        delete require.cache[path];
      }
      parley = require(__filename);
      await parley.activate(context);
    },
  };
}
`;

/** What that code offers to whoever runs code in the same extension host. */
interface ParleyOfTests {
  readonly parleyOfTests: { stop(): Promise<void>; start(): Promise<void> };
}

/** Makes the Parley that is installed in this folder of extensions one that can be stopped and started. */
export async function makeRestartable(extensionsFolder: string): Promise<void> {
  await appendFile(await installedBundle(extensionsFolder), program);
}

/** Ends Parley as VS Code does with a window, and deletes all that VS Code keeps for it. */
export async function stopParley({ run }: Pick<HostRunner, 'run'>): Promise<void> {
  await run(async () => (globalThis as unknown as ParleyOfTests).parleyOfTests.stop());
}

/** Starts Parley as VS Code does for the first time. */
export async function startParley({ run }: Pick<HostRunner, 'run'>): Promise<void> {
  await run(async () => (globalThis as unknown as ParleyOfTests).parleyOfTests.start());
}
