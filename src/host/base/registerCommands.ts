import * as vscode from 'vscode';
import { type Command, contributedIds, isNone, runCommand, formerCommands } from './commands.ts';

/** Commands by their IDs, and what is told if one does not understand its arguments. */
interface Commands {
  readonly commands: Readonly<Record<string, Command>>;
  readonly warn: (text: string) => void;
}

/** What commands are made of. */
interface CommandSources {
  /** Need not wait; once the others are there, those of their names are run. */
  readonly early: Readonly<Record<string, Command>>;
  /** All others, once they are there. */
  readonly made: Promise<Commands>;
  /** Gives them when they can be run. */
  readonly ready: () => Promise<Commands>;
}

/**
 * Registers what the manifest contributes at once, since VS Code can run it at once, everything else once it is there,
 * and commands of former versions.
 */
export function registerCommands(
  { extension, subscriptions }: Pick<vscode.ExtensionContext, 'extension' | 'subscriptions'>,
  { early, made, ready }: CommandSources,
): void {
  const register = (id: string): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => {
      const { commands, warn } = await ready();
      const refused = (): void =>
        warn(`${id} does not understand its arguments; nothing was done.`);
      return commands[id] && runCommand(commands[id], args, refused);
    });
  let now = early;
  const registerEarly = (id: string): vscode.Disposable =>
    vscode.commands.registerCommand(
      id,
      (...args: unknown[]) => now[id] && runCommand(now[id], args, () => undefined),
    );
  const contributed = contributedIds(extension.packageJSON);
  subscriptions.push(
    ...contributed.map((id) => (Object.hasOwn(early, id) ? registerEarly : register)(id)),
    ...Object.entries(formerCommands).map(([former, [id, ...args]]) =>
      vscode.commands.registerCommand(former, async (...given: unknown[]) =>
        vscode.commands.executeCommand(id, ...(isNone(given) ? args : given)),
      ),
    ),
  );
  const registerOthers = async (): Promise<void> => {
    const { commands } = await made;
    now = commands;
    subscriptions.push(
      ...Object.keys(commands)
        .filter((id) => !contributed.includes(id))
        .map(register),
    );
  };
  // Who makes them says why there are none.
  registerOthers().catch(() => {});
}
