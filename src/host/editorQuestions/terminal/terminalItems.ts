import * as vscode from 'vscode';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { userValue } from '../../base/settings.ts';
import type { ContextSource } from '../../context/contextSource.ts';
import { relativePath } from '../../editor/codePlace.ts';
import { commandText, selectedOutput } from './commandText.ts';
import { hasFailed, type ShellCommand, type ShellCommands } from './shellCommands.ts';

/** Output that is still on its way when a command has ended is waited for no longer. */
const maxWaitMs = 1000;

/** The last command with its output or, in a terminal without shell integration, what is selected there. */
export function terminalSource({ all }: Pick<ShellCommands, 'all'>): ContextSource {
  return {
    name: 'terminal',
    icon: 'terminal',
    label: () => vscode.l10n.t('Last Terminal Command'),
    isOffered: () => all().length > 0 || vscode.window.activeTerminal !== undefined,
    async pick() {
      const command = lastCommand(all());
      if (command !== undefined) {
        const read = async () => commandItem(command);
        return { items: [{ item: await read(), renew: read }] };
      }
      const selected = await selectionItem();
      return selected === undefined
        ? { items: [], problems: [noCommandText()] }
        : { items: [{ item: selected }] };
    },
  };
}

/** The last command of the active terminal or, if it has none, of all. */
function lastCommand(commands: readonly ShellCommand[]): ShellCommand | undefined {
  const { activeTerminal } = vscode.window;
  const own = commands.filter(({ terminal }) => terminal === activeTerminal);
  // A terminal without shell integration has commands that are not known.
  return activeTerminal !== undefined && activeTerminal.shellIntegration === undefined
    ? own.at(-1)
    : (own.at(-1) ?? commands.at(-1));
}

/** Why there is no last command. */
export function noCommandText(): string {
  return userValue('rememberTerminalOutput') === false
    ? vscode.l10n.t(
        'Terminal output is not remembered (setting parley.rememberTerminalOutput). Select text in the terminal, then try again.',
      )
    : vscode.l10n.t(
        'No terminal command is known. Without shell integration, select text in the terminal, then try again.',
      );
}

/** Why there is no selection in a terminal. */
export function noSelectionText(): string {
  return vscode.l10n.t('Nothing is selected in the terminal.');
}

/** The last command that failed, in the active terminal if one did. */
export function lastFailed(commands: readonly ShellCommand[]): ShellCommand | undefined {
  const failed = commands.filter(hasFailed);
  const { activeTerminal } = vscode.window;
  return failed.findLast(({ terminal }) => terminal === activeTerminal) ?? failed.at(-1);
}

/** A command with its output as an item of a message. */
export async function commandItem(command: ShellCommand): Promise<ContextItem> {
  if (!command.isRunning) {
    const patience = new Promise<void>((resolve) => setTimeout(resolve, maxWaitMs));
    await Promise.race([command.read, patience]);
  }
  const { cwd, commandLine } = command.execution;
  const directory = cwd && directoryText(cwd);
  return terminalItem(
    'terminal command',
    commandText({ ...command, directory, commandLine: commandLine.value }),
  );
}

function directoryText(directory: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(directory);
  return folder?.uri.path === directory.path ? folder.name : relativePath(directory);
}

/** What is selected in the active terminal as an item of a message; undefined if nothing is. */
export async function selectionItem(): Promise<ContextItem | undefined> {
  const text = selectedOutput(await terminalSelection());
  return text.trim() === '' ? undefined : terminalItem('terminal selection', text);
}

function terminalItem(path: string, text: string): ContextItem {
  const endLine = text.split('\n').length;
  return { kind: 'terminal', path, languageId: 'plaintext', startLine: 1, endLine, text };
}

/** A longer selection is cut before it is looked at, in UTF-16 code units. */
const maxSelection = 4_000_000;

/**
 * The text that is selected in the active terminal; an empty text if none is. Extensions cannot read it but through
 * the clipboard, which then has the text again that was in it.
 */
async function terminalSelection(): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  // With nothing selected, VS Code copies nothing: the clipboard would be taken for the selection.
  const marker = crypto.randomUUID();
  await clipboard.writeText(marker);
  try {
    await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
    const copied = await clipboard.readText();
    return copied === marker ? '' : copied.slice(0, maxSelection);
  } finally {
    await clipboard.writeText(before);
  }
}
