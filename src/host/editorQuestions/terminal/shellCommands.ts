import * as vscode from 'vscode';
import { userValue } from '../../base/settings.ts';

/** What is kept of the beginning and of the end of a command's output, in UTF-16 code units. */
const maxHead = 32_768;
const maxTail = 131_072;

/** More commands are not kept. */
const maxCommands = 8;

/** The exit code of a command that was interrupted with Ctrl+C. */
const interrupted = 130;

/** A command that was run in a terminal with shell integration. */
export interface ShellCommand {
  readonly terminal: vscode.Terminal;
  readonly execution: vscode.TerminalShellExecution;
  /** The output with its control sequences: all of it if it is short, else its beginning and its end. */
  readonly head: string;
  readonly tail: string;
  /** The length of what is between the two, in UTF-16 code units. */
  readonly leftOut: number;
  readonly isRunning: boolean;
  /** Undefined while it runs, and where the shell does not say. */
  readonly exitCode: number | undefined;
  /** Resolves when the output is complete. */
  readonly read: Promise<void>;
}

/** The last commands of this window's terminals. They are in memory only. */
export interface ShellCommands extends vscode.Disposable {
  /** The latest last. */
  readonly all: () => readonly ShellCommand[];
}

/** Whether a command ended with an exit code other than 0, and not because it was interrupted. */
export function hasFailed({ exitCode }: ShellCommand): boolean {
  return exitCode !== undefined && exitCode !== 0 && exitCode !== interrupted;
}

type Recorded = { -readonly [Key in keyof ShellCommand]: ShellCommand[Key] };

/**
 * Keeps the last commands of terminals in memory, unless the user has switched that off. VS Code gives the output of
 * a command only while it runs.
 */
export function recordShellCommands(): ShellCommands {
  let commands: readonly Recorded[] = [];
  const { window } = vscode;
  const listening = vscode.Disposable.from(
    window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
      if (userValue('rememberTerminalOutput') === false) {
        commands = [];
        return;
      }
      const command: Recorded = {
        terminal,
        execution,
        head: '',
        tail: '',
        leftOut: 0,
        isRunning: true,
        exitCode: undefined,
        read: Promise.resolve(),
      };
      // An error ends the output; what came before is kept.
      command.read = keepOutput(command, execution.read()).catch(() => {});
      commands = [...commands.slice(1 - maxCommands), command];
    }),
    window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
      const command = commands.find((one) => one.execution === execution);
      if (command !== undefined) {
        command.isRunning = false;
        command.exitCode = exitCode;
        if (hasFailed(command)) {
          void vscode.commands.executeCommand('setContext', 'parley.hasFailedCommand', true);
        }
      }
    }),
  );
  return { all: () => commands, dispose: () => listening.dispose() };
}

async function keepOutput(command: Recorded, output: AsyncIterable<string>): Promise<void> {
  for await (const text of output) {
    const free = maxHead - command.head.length;
    command.head += text.slice(0, free);
    command.tail += text.slice(free);
    // Twice as much may gather, so that not every part is copied.
    if (command.tail.length > 2 * maxTail) {
      command.leftOut += command.tail.length - maxTail;
      command.tail = command.tail.slice(-maxTail);
    }
  }
}
