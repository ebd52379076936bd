import * as vscode from 'vscode';
import { labelText } from '../base/safeText.ts';
import { terminalLines } from './terminalText.ts';

/**
 * Writes a command of a block of code to the terminal, where the user runs it or not. Of several commands the user
 * chooses one: a terminal runs what is before a line break, and some do so even for text that is marked as pasted.
 */
export async function insertIntoTerminal(
  code: string,
  tell: (text: string) => void,
): Promise<void> {
  const commands = terminalLines(code);
  const command = commands.length > 1 ? await chooseCommand(commands) : commands[0];
  if (commands.length === 0) {
    tell(vscode.l10n.t('This code block has no command.'));
  }
  if (command !== undefined) {
    const terminal = vscode.window.activeTerminal ?? vscode.window.createTerminal();
    terminal.show();
    terminal.sendText(command, false);
  }
}

async function chooseCommand(commands: readonly string[]): Promise<string | undefined> {
  const items = commands.map((command) => ({ label: labelText(command), command }));
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Insert into Terminal'),
    placeHolder: vscode.l10n.t('Choose the command to insert. It is not run.'),
  });
  return item?.command;
}
