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
  if (commands.length === 0) {
    tell(vscode.l10n.t('This code block has no command.'));
    return;
  }
  const items = commands.map((command) => ({ label: labelText(command), command }));
  const item =
    items.length === 1
      ? items[0]
      : await vscode.window.showQuickPick(items, {
          title: vscode.l10n.t('Insert into Terminal'),
          placeHolder: vscode.l10n.t('Choose the command to insert. It is not run.'),
        });
  if (item !== undefined) {
    const terminal = vscode.window.activeTerminal ?? vscode.window.createTerminal();
    terminal.show();
    terminal.sendText(item.command, false);
  }
}
