/** A word of a shell, without its quotes. */
export interface ShellWord {
  readonly text: string;
  /** Whether it is the first one of a command. */
  readonly isFirst: boolean;
}

/** A continued line: the mark of a POSIX shell, of the Windows command prompt or of PowerShell. */
const continued = /(?<=\s)[\\^`][ \t]*\r?\n/g;

/** The same after line breaks were turned into spaces. */
const flattened = /(?<=\s)[\\^`] +(?=\S)/g;

/**
 * Splits a text into the words of shell commands: single and double quotes, `$'…'`, escapes, and lines continued
 * with `\`, `^` or a backtick. Variables stay as they are. Nothing is carried out.
 */
export function shellWords(source: string): readonly ShellWord[] {
  const isCmd = /\^"|\^\r?\n/.test(source);
  const text = (isCmd ? source.replaceAll(/\^\r?\n/g, ' ').replaceAll(/\^(.)/g, '$1') : source)
    .replaceAll(continued, ' ')
    .replaceAll(flattened, ' ');
  const words: ShellWord[] = [];
  let position = 0;
  let isFirst = true;
  let word: string | undefined;
  const end = () => {
    if (word !== undefined) {
      words.push({ text: word, isFirst });
      isFirst = false;
      word = undefined;
    }
  };
  while (position < text.length) {
    const character = text.charAt(position);
    if (character === "'" || character === '"') {
      const quoted =
        character === "'" ? singleQuoted(text, position, word) : doubleQuoted(text, position + 1);
      word = (word === undefined || word === '$' ? '' : word) + quoted.text;
      position = quoted.end;
    } else if (character === '\\' && position + 1 < text.length) {
      const next = text.charAt(position + 1);
      word = (word ?? '') + (next === '\n' ? '' : isCmd && next !== '"' ? `\\${next}` : next);
      position += 2;
    } else if (/[\n;|&]/.test(character)) {
      end();
      isFirst = true;
      position += 1;
    } else if (/\s/.test(character)) {
      end();
      position += 1;
    } else {
      const [run = character] = plainRun(text, position);
      word = (word ?? '') + run;
      position += run.length;
    }
  }
  end();
  return words;
}

function plainRun(text: string, position: number): RegExpExecArray | readonly [] {
  const run = /[^\s'"\\;|&]+/y;
  run.lastIndex = position;
  return run.exec(text) ?? [];
}

interface Quoted {
  readonly text: string;
  /** After the closing quote. */
  readonly end: number;
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** `'…'`, in which nothing is escaped, or `$'…'` of Bash, in which `\'` and `\n` are. */
function singleQuoted(text: string, start: number, before: string | undefined): Quoted {
  if (before === '$') {
    return escaped(text, start + 1, "'", (next) => escapes.get(next) ?? next);
  }
  const close = text.indexOf("'", start + 1);
  const end = close < 0 ? text.length : close;
  return { text: text.slice(start + 1, end), end: end + 1 };
}

function doubleQuoted(text: string, start: number): Quoted {
  return escaped(text, start, '"', (next) =>
    next === '\n' ? '' : /["\\$`]/.test(next) ? next : `\\${next}`,
  );
}

function escaped(
  text: string,
  start: number,
  quote: string,
  read: (next: string) => string,
): Quoted {
  const parts: string[] = [];
  let position = start;
  let copied = start;
  while (position < text.length && text.charAt(position) !== quote) {
    if (text.charAt(position) === '\\') {
      parts.push(text.slice(copied, position), read(text.charAt(position + 1)));
      position += 2;
      copied = position;
    } else {
      position += 1;
    }
  }
  parts.push(text.slice(copied, position));
  return { text: parts.join(''), end: position + 1 };
}
