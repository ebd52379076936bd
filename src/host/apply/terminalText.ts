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
