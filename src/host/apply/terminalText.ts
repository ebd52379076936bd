/** Longer text is no command. In characters. */
const maxText = 20_000;

/** A line of a shell that ends so is continued on the next one. */
const continued = /[\\`^]$/;

/**
 * The commands in a block of code, each on one line. None of them has a character that a terminal would act upon:
 * control characters and those that cannot be seen or change the direction are taken off, tabs become spaces. The prompt
 * before a command is taken off, and so are lines that are blank or a comment.
 */
export function terminalLines(text: string): readonly string[] {
  const commands: string[] = [];
  let open = '';
  // The line and paragraph separators of Unicode end a line for some terminals.
  for (const line of text.slice(0, maxText).split(/[\n\r\v\f\u0085\u2028\u2029]+/)) {
    const bare = safeLine(line).trim();
    const command = open === '' ? bare.replace(/^(?:\$|PS [^>]{0,200}>|>)\s{1,4}/, '') : bare;
    if (continued.test(command)) {
      open = joined(open, command.slice(0, -1).trimEnd());
    } else {
      commands.push(joined(open, command));
      open = '';
    }
  }
  return [...commands, open].filter((command) => command !== '' && !command.startsWith('#'));
}

function joined(start: string, end: string): string {
  return start === '' || end === '' ? start + end : `${start} ${end}`;
}

function safeLine(line: string): string {
  return line.replaceAll('\t', ' ').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '');
}
