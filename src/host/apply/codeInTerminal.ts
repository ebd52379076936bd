import * as vscode from 'vscode';
import { labelText } from '../base/safeText.ts';

/** Longer text is no command. In characters. */
const maxText = 20_000;

/**
 * How a line ends that is continued on the next one: with a backslash that no other one escapes or, in PowerShell and
 * `cmd`, with a backtick or `^` of its own. After a word these two belong to it, as in `HEAD^`.
 */
const continued = /(?:^|\s)[`^]$|(?<!\\)(?:\\\\)*\\$/;

const prompt = /^(?:\$|PS [^>]{0,200}>|>)\s{1,4}/;

/**
 * The commands in a block of code, each on one line. None of them has a character that a terminal would act upon:
 * control characters and those that cannot be seen or change the direction are taken off, tabs become spaces. The prompt
 * before a command is taken off, and so are lines that are blank or a comment.
 */
export function terminalLines(text: string): readonly string[] {
  const commands: string[] = [];
  let open = '';
  // The line and paragraph separators of Unicode end a line for some terminals.
  const lines = text
    .slice(0, maxText)
    .trimEnd()
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
  for (const [index, line] of lines.entries()) {
    const safe = safeLine(line).trimEnd();
    const isFirst = open === '';
    const part = isFirst ? safe.trimStart().replace(prompt, '') : safe;
    const isContinued =
      index < lines.length - 1 && continued.test(part) && !(isFirst && isComment(part));
    const command = joined(open, isContinued ? part.slice(0, -1) : part);
    if (isContinued) {
      open = command;
    } else {
      commands.push(command.trim());
      open = '';
    }
  }
  return commands.filter((command) => command !== '' && !isComment(command));
}

function isComment(command: string): boolean {
  return command.startsWith('#');
}

/** Two lines as a shell reads them: a word may go on across the line break. The indentation becomes one space. */
function joined(start: string, end: string): string {
  const isBetweenWords = /\s$/.test(start) || /^\s/.test(end);
  return isBetweenWords ? `${start.trimEnd()} ${end.trimStart()}` : start + end;
}

function safeLine(line: string): string {
  return line.replaceAll('\t', ' ').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '');
}

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
