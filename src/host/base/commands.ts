import * as vscode from 'vscode';
import { isArrayOf, isFiniteNumber, isObjectOf, isOneOf } from '../../shared/guards.ts';

/** The commands that the manifest contributes, which a test checks. */
export const contributedIds = [
  'parley.open',
  'parley.newChat',
  'parley.openInEditor',
  'parley.newTemporaryChat',
  'parley.showHistory',
  'parley.exportChats',
  'parley.importChats',
  'parley.chats.rename',
  'parley.chats.titleFromModel',
  'parley.chats.pin',
  'parley.chats.tag',
  'parley.chats.duplicate',
  'parley.chats.remove',
  'parley.chats.filter',
  'parley.moveChats',
  'parley.chooseModel',
  'parley.stop',
  'parley.connect',
  'parley.tryDemo',
  'parley.setKey',
  'parley.diagnoseConnection',
  'parley.manageConnections',
  'parley.showRequest',
  'parley.copyRequestAsCurl',
  'parley.showLog',
  'parley.showCosts',
  'parley.find',
  'parley.nextCodeBlock',
  'parley.previousCodeBlock',
  'parley.readLastReply',
  'parley.foldMessage',
  'parley.editSystemPrompt',
  'parley.editParameters',
  'parley.addToChat',
  'parley.addFileToChat',
  'parley.askAboutSelection',
  'parley.explain',
  'parley.fix',
  'parley.improve',
  'parley.writeTests',
  'parley.document',
  'parley.rewrite',
  'parley.rewrite.refine',
  'parley.rewrite.copy',
  'parley.rewrite.openInChat',
  'parley.translate',
  'parley.askAgain',
  'parley.askAboutTerminalSelection',
  'parley.explainTerminal',
  'parley.explainTestFailure',
  'parley.generateCommitMessage',
  'parley.restoreCommitMessage',
  'parley.runPrompt',
  'parley.chooseInstructions',
  'parley.turn.continueReply',
  'parley.turn.copyReply',
  'parley.turn.retryWith',
  'parley.turn.removeTurn',
  'parley.turn.compare',
  'parley.turn.openReply',
  'parley.turn.applyReply',
  'parley.code.wrap',
  'parley.code.apply',
  'parley.code.insert',
  'parley.code.newFile',
  'parley.code.compare',
  'parley.code.insertIntoTerminal',
  'parley.review.acceptAll',
  'parley.review.acceptAll.button',
  'parley.review.rejectAll',
  'parley.review.rejectAll.button',
  'parley.review.acceptChange',
  'parley.review.rejectChange',
  'parley.review.list',
  'parley.turn.saveAsPrompt',
] as const;

/**
 * All commands. Those after the contributed ones are in no menu and not in the Command Palette: what they do has a button,
 * a link, a row or a key of its own where it is done.
 */
export const commandIds = [
  ...contributedIds,
  'parley.connectFromClipboard',
  'parley.useLocalServer',
  'parley.forgetKey',
  'parley.forgetRequestChanges',
  'parley.openSettings',
  'parley.manageLanguageModels',
  'parley.chats.open',
  'parley.keepChat',
  'parley.nextMessage',
  'parley.previousMessage',
  'parley.editLastMessage',
  'parley.newPrompt',
  'parley.turn.retry',
  'parley.code.copy',
  'parley.review.decide',
] as const;

/** The ID of a command. */
export type CommandId = (typeof commandIds)[number];

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
