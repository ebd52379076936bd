import * as vscode from 'vscode';
import { isArrayOf, isObjectOf, isString } from '../shared/guards.ts';
import type { Parley } from './parley.ts';
import { openSideBar } from './panel/sideBar.ts';

/** What can be done at once. */
const atOnce: Readonly<Record<string, () => unknown>> = { 'parley.open': openSideBar };

const isManifest = isObjectOf({
  contributes: isObjectOf({ commands: isArrayOf(isObjectOf({ command: isString })) }),
});

/** Registers every command of the manifest; one that is run before Parley has started waits until then. */
export function registerEntryCommands(
  { packageJSON }: vscode.Extension<unknown>,
  started: Promise<Parley>,
): vscode.Disposable {
  const manifest: unknown = packageJSON;
  const commands = isManifest(manifest) ? manifest.contributes.commands : [];
  return vscode.Disposable.from(
    ...commands.map(({ command }) =>
      vscode.commands.registerCommand(
        command,
        atOnce[command] ??
          (async (...given: unknown[]) => (await started).commands.get(command)?.(...given)),
      ),
    ),
  );
}
