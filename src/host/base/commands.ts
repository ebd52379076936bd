import * as vscode from 'vscode';
import { isArrayOf, isFiniteNumber, isObjectOf, isOneOf, isString } from '../../shared/guards.ts';
import type { CommandId } from '../../../manifest/commands.ts';

/** What a command does. A command that takes arguments reads them first. */
export type Command = (() => unknown) | ReadCommand;

/** A command that reads its arguments. */
export interface ReadCommand {
  readonly read: ReadArguments;
}

/**
 * Returns what to do with these arguments of a menu or a keybinding; `undefined` for arguments that the
 * command does not understand. It reads each of them once, since a property may change or throw.
 */
type ReadArguments = (args: readonly unknown[]) => (() => unknown) | undefined;

/** A command that does what the first of these does that understands the arguments. */
export function firstCommand(...commands: readonly ReadCommand[]): ReadCommand {
  return {
    read(args) {
      for (const { read } of commands) {
        const act = read(args);
        if (act !== undefined) {
          return act;
        }
      }
      return undefined;
    },
  };
}

/**
 * Runs a command. Another extension or a keybinding can pass any arguments: with those that the command does
 * not understand, `onRefused` is called and nothing else happens.
 */
export function runCommand(
  command: Command,
  args: readonly unknown[],
  onRefused: () => void,
): unknown {
  const read: ReadArguments =
    typeof command === 'function'
      ? (given) => (isMenuContext(given) ? command : undefined)
      : command.read;
  return (understood(read, args) ?? onRefused)();
}

function understood(read: ReadArguments, args: readonly unknown[]): ReturnType<ReadArguments> {
  try {
    return read(args);
  } catch {
    return undefined;
  }
}

/** The IDs of the commands that the manifest of an extension contributes. */
export function contributedIds(manifest: unknown): readonly string[] {
  return hasCommands(manifest) ? manifest.contributes.commands.map(({ command }) => command) : [];
}

const hasCommands = isObjectOf({
  contributes: isObjectOf({ commands: isArrayOf(isObjectOf({ command: isString })) }),
});

/** Whether there are no arguments. VS Code passes `undefined` for what a menu lacks. */
export function isNone(args: readonly unknown[]): boolean {
  return args.every((arg) => arg === undefined);
}

/**
 * Whether these are no arguments, or what VS Code passes to every command of a menu: the file of an editor
 * and its group, or a row of a tree and the selected rows.
 */
export function isMenuContext([place, more, ...others]: readonly unknown[]): boolean {
  return (
    (place === undefined || isPlace(place)) &&
    (more === undefined || isEditorGroup(more) || isArrayOf(isPlace)(more)) &&
    isNone(others)
  );
}

const isRow = isObjectOf({ kind: isOneOf('chat', 'group') });
const isEditorGroup = isObjectOf({ groupId: isFiniteNumber });

const isPlace = (value: unknown): value is unknown => value instanceof vscode.Uri || isRow(value);

/**
 * Commands under earlier names, to which a key may be bound: the command that took the place of each, with the arguments it
 * has then, unless the keybinding has its own.
 */
export const formerCommands: Readonly<Record<string, readonly [CommandId, ...unknown[]]>> = {
  'parley.testConnection': ['parley.diagnoseConnection'],
  'parley.chooseConnection': ['parley.chooseModel'],
  'parley.newChatInEditor': ['parley.newChat', 'editor'],
  'parley.openInNewWindow': ['parley.openInEditor'],
  'parley.chats.openInEditor': ['parley.openInEditor'],
  'parley.chats.unpin': ['parley.chats.pin'],
  'parley.chats.clearFilter': ['parley.chats.filter', { text: '' }],
  'parley.stopAll': ['parley.stop', 'all'],
  'parley.rewrite.stop': ['parley.stop', 'rewrite'],
  'parley.stopCommitMessage': ['parley.stop', 'commitMessage'],
  'parley.showEditorRequest': ['parley.showRequest', 'code'],
  'parley.previewCommitMessage': ['parley.showRequest', 'commitMessage'],
  'parley.rewrite.show': ['parley.review.list'],
  'parley.rewrite.refine.button': ['parley.rewrite.refine'],
  'parley.runPromptFile': ['parley.runPrompt', 'file'],
  'parley.openPromptsFolder': ['parley.runPrompt'],
  'parley.explainTerminalSelection': ['parley.explainTerminal'],
  'parley.explainFailedCommand': ['parley.explainTerminal'],
  'parley.attachCellOutput': ['parley.addFileToChat', 'cellOutput'],
  'parley.code.replaceSelection': ['parley.code.insert'],
  'parley.code.compareWithSelection': ['parley.code.compare'],
  'parley.code.compareWithClipboard': ['parley.code.compare'],
  'parley.showDiagram': ['parley.nextCodeBlock'],
  'parley.openDiagram': ['parley.nextCodeBlock'],
  'parley.saveDiagram': ['parley.nextCodeBlock'],
};
