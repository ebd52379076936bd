import * as vscode from 'vscode';

/** What a command does; VS Code gives it what menus and keybindings pass. */
export type CommandHandler = (...given: unknown[]) => unknown;

const handlers = new Map<string, CommandHandler>();

/** The handlers by command ID. `entryCommands.ts` registers the commands and calls these. */
export const commandHandlers: ReadonlyMap<string, CommandHandler> = handlers;

/** Sets the handler of a command of the manifest; disposing removes it. */
export function handleCommand(command: string, handler: CommandHandler): vscode.Disposable {
  handlers.set(command, handler);
  return new vscode.Disposable(() => handlers.delete(command));
}
