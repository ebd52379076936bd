import * as vscode from 'vscode';
import { isArrayOf, isFiniteNumber, isObjectOf, isOneOf } from '../../shared/guards.ts';

/** The IDs of all commands. The manifest contributes the same, which a test checks. */
export const commandIds = [
  'parley.open',
  'parley.newChat',
  'parley.newChatInEditor',
  'parley.openInEditor',
  'parley.openInNewWindow',
  'parley.newTemporaryChat',
  'parley.keepChat',
  'parley.showHistory',
  'parley.exportChats',
  'parley.importChats',
  'parley.chats.open',
  'parley.chats.openInEditor',
  'parley.chats.rename',
  'parley.chats.titleFromModel',
  'parley.chats.pin',
  'parley.chats.unpin',
  'parley.chats.tag',
  'parley.chats.duplicate',
  'parley.chats.remove',
  'parley.chats.filter',
  'parley.chats.clearFilter',
  'parley.moveChats',
  'parley.chooseModel',
  'parley.stop',
  'parley.stopAll',
  'parley.connect',
  'parley.connectFromClipboard',
  'parley.useLocalServer',
  'parley.tryDemo',
  'parley.chooseConnection',
  'parley.setKey',
  'parley.testConnection',
  'parley.diagnoseConnection',
  'parley.forgetKey',
  'parley.forgetRequestChanges',
  'parley.openSettings',
  'parley.manageConnections',
  'parley.manageLanguageModels',
  'parley.showRequest',
  'parley.showEditorRequest',
  'parley.copyRequestAsCurl',
  'parley.showLog',
  'parley.showCosts',
  'parley.find',
  'parley.nextMessage',
  'parley.previousMessage',
  'parley.nextCodeBlock',
  'parley.previousCodeBlock',
  'parley.showDiagram',
  'parley.openDiagram',
  'parley.saveDiagram',
  'parley.readLastReply',
  'parley.foldMessage',
  'parley.editLastMessage',
  'parley.editSystemPrompt',
  'parley.editParameters',
  'parley.addToChat',
  'parley.addFileToChat',
  'parley.attachCellOutput',
  'parley.askAboutSelection',
  'parley.explain',
  'parley.fix',
  'parley.improve',
  'parley.writeTests',
  'parley.document',
  'parley.rewrite',
  'parley.rewrite.show',
  'parley.rewrite.stop',
  'parley.rewrite.refine',
  'parley.rewrite.refine.button',
  'parley.rewrite.copy',
  'parley.rewrite.openInChat',
  'parley.translate',
  'parley.askAgain',
  'parley.askAboutTerminalSelection',
  'parley.explainTerminalSelection',
  'parley.explainFailedCommand',
  'parley.explainTestFailure',
  'parley.generateCommitMessage',
  'parley.stopCommitMessage',
  'parley.previewCommitMessage',
  'parley.restoreCommitMessage',
  'parley.runPrompt',
  'parley.runPromptFile',
  'parley.newPrompt',
  'parley.openPromptsFolder',
  'parley.chooseInstructions',
  'parley.turn.retry',
  'parley.turn.continueReply',
  'parley.turn.copyReply',
  'parley.turn.retryWith',
  'parley.turn.removeTurn',
  'parley.turn.compare',
  'parley.turn.openReply',
  'parley.turn.applyReply',
  'parley.code.copy',
  'parley.code.wrap',
  'parley.code.apply',
  'parley.code.insert',
  'parley.code.replaceSelection',
  'parley.code.newFile',
  'parley.code.compareWithSelection',
  'parley.code.compareWithClipboard',
  'parley.code.insertIntoTerminal',
  'parley.review.acceptAll',
  'parley.review.acceptAll.button',
  'parley.review.rejectAll',
  'parley.review.rejectAll.button',
  'parley.review.acceptChange',
  'parley.review.rejectChange',
  'parley.review.list',
  'parley.review.decide',
  'parley.turn.saveAsPrompt',
] as const;

/** The ID of a command of the manifest. */
export type CommandId = (typeof commandIds)[number];

/** What a command does. A command that takes arguments reads them first. */
export type Command = (() => unknown) | { readonly read: ReadArguments };

/**
 * Returns what to do with these arguments of a menu or a keybinding; `undefined` for arguments that the
 * command does not understand. It reads each of them once, since a property may change or throw.
 */
type ReadArguments = (args: readonly unknown[]) => (() => unknown) | undefined;

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
