import * as vscode from 'vscode';

/** What a command does; VS Code gives it what menus and keybindings pass. */
export type CommandHandler = (...given: unknown[]) => unknown;

const handlers = new Map<string, CommandHandler>();

/** What each command of the manifest does; `entryCommands.ts` has registered them all. */
export const commandHandlers: ReadonlyMap<string, CommandHandler> = handlers;

/** Says what a command of the manifest does, until it is disposed of. */
export function handleCommand(command: string, handler: CommandHandler): vscode.Disposable {
  handlers.set(command, handler);
  return new vscode.Disposable(() => handlers.delete(command));
}
