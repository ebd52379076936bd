import { endOf, startOf } from '../../../shared/visibleText.ts';
import { plainOutput } from './plainOutput.ts';
import type { ShellCommand } from './shellCommands.ts';

/** What is sent of the output: its beginning and its end, in UTF-16 code units. */
const maxBeginning = 8000;
const maxEnd = 24_000;

/** A longer command line is cut. */
const maxCommandLine = 4000;

/** What is known of a command that was run in a terminal. */
export interface RunCommand extends Pick<
  ShellCommand,
  'head' | 'tail' | 'leftOut' | 'isRunning' | 'exitCode'
> {
  readonly commandLine: string;
  readonly directory: string | undefined;
}

/** VS Code's shell integration marks where the output of a command begins and ends. */
const beginMark = '\u001b]633;C';
const endMark = '\u001b]633;D';

/** A command with its output as the model reads it, without control characters. What is left out is stated. */
export function commandText(command: RunCommand): string {
  const { commandLine, directory, exitCode, isRunning } = command;
  const output = shortened(outputOf(command));
  const ended = exitCode === undefined ? 'Exit code: not known' : `Exit code: ${exitCode}`;
  return [
    `Command: ${plainOutput(startOf(commandLine, maxCommandLine))}`,
    ...(directory === undefined ? [] : [`Directory: ${directory}`]),
    isRunning ? 'Still running' : ended,
    // VS Code sometimes tells of a short command only after its output (microsoft/vscode#237208).
    output === '' ? 'Output: none was recorded' : `Output:\n${output}`,
  ].join('\n');
}

/** Text that is selected in a terminal, without control characters. Long text is shortened. */
export function selectedOutput(selected: string): string {
  // Of a longer text only the two ends are looked at.
  const most = 4 * (maxBeginning + maxEnd);
  const leftOut = Math.max(0, selected.length - most);
  const end = leftOut === 0 ? '' : selected.slice(-most / 2);
  const beginning = leftOut === 0 ? selected : selected.slice(0, most / 2);
  return shortened({ beginning: plainOutput(beginning), end: plainOutput(end), leftOut });
}

/** All of an output or, if something is left out, its beginning and its end. */
interface PlainOutput {
  readonly beginning: string;
  readonly end: string;
  readonly leftOut: number;
}

function outputOf({ head, tail, leftOut }: RunCommand): PlainOutput {
  const begun = head.slice(Math.max(0, head.indexOf(beginMark)));
  if (leftOut === 0) {
    return { beginning: plainOutput(beforeEndMark(begun + tail)), end: '', leftOut };
  }
  // What was cut off may end in the middle of a control sequence.
  const line = tail.indexOf('\n') + 1;
  return {
    beginning: plainOutput(begun),
    end: plainOutput(beforeEndMark(tail.slice(line))),
    leftOut: leftOut + line,
  };
}

function beforeEndMark(output: string): string {
  const mark = output.indexOf(endMark);
  return mark === -1 ? output : output.slice(0, mark);
}

function shortened({ beginning, end, leftOut }: PlainOutput): string {
  if (leftOut === 0 && beginning.length <= maxBeginning + maxEnd) {
    return beginning;
  }
  const first = firstLines(beginning);
  const last = lastLines(leftOut === 0 ? beginning : end);
  const count = leftOut + beginning.length + end.length - first.length - last.length;
  return `${first}\n[… ${count} characters of the output are left out …]\n${last}`;
}

/** As much of the beginning as is sent; whole lines if they are short. */
function firstLines(text: string): string {
  const part = startOf(text, maxBeginning);
  const end = part.length < text.length ? part.lastIndexOf('\n') : -1;
  return end > maxBeginning / 2 ? part.slice(0, end) : part;
}

function lastLines(text: string): string {
  const part = endOf(text, maxEnd);
  const line = part.length < text.length ? part.indexOf('\n') + 1 : 0;
  return line < maxEnd / 2 ? part.slice(line) : part;
}
