import * as vscode from 'vscode';

/** A longer selection is cut before it is looked at, in UTF-16 code units. */
const maxSelection = 4_000_000;

/**
 * The text that is selected in the active terminal; an empty text if none is. Extensions cannot read it but through
 * the clipboard, which then has the text again that was in it.
 */
export async function terminalSelection(): Promise<string> {
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
