import { createUnknownText } from './unknownLines.ts';

/** Places what lines with an unknown field say among the events of a stream. */
export interface PlacedLines {
  /** A piece of the stream is parsed next. The name of a field comes as a whole. */
  begin(piece: string): void;
  /** It was parsed. */
  end(): void;
  /** Takes a line as the parser finds it. Gives the texts that are given at once: no event has begun before them. */
  add(line: string): readonly string[];
  /** The texts that stand behind the data of the event that has just ended, and are given after it. */
  takeBehind(): readonly string[];
}

const none: readonly string[] = [];

/** For one stream from its beginning. Each piece is gone through once, however many lines of it are asked for. */
export function createPlacedLines(): PlacedLines {
  const unknown = createUnknownText();
  // Whether there were lines since the last event: before nearly all events there are none.
  let hasLines = false;
  let behind: string[] = [];
  // The piece with the character before it, how far it was gone through, and whether an event is open there.
  let before = '\n';
  let piece = '';
  let parsed: string | undefined;
  let at = 0;
  let isInEvent = false;
  const goTo = (text: string, next: number): void => {
    isInEvent = isOpen(text.slice(at, next), isInEvent);
    // The line break counts again: it may belong to an empty line.
    at = Math.max(at, next - 1);
  };
  return {
    begin(next) {
      before = piece.slice(-1) || before;
      piece = next;
      parsed = undefined;
      at = 0;
    },
    end() {
      // Most pieces are whole events, and are not searched.
      if (piece.endsWith('\n\n')) {
        isInEvent = false;
      } else {
        parsed ??= before + piece;
        goTo(parsed, parsed.length);
      }
    },
    add(line) {
      hasLines = true;
      parsed ??= before + piece;
      const place = placeOfLine(parsed, line, at + 1);
      if (place !== -1) {
        goTo(parsed, place);
      }
      const said = unknown.add(line);
      if (isInEvent) {
        behind.push(...said);
      }
      return isInEvent ? [] : said;
    },
    takeBehind() {
      if (!hasLines) {
        return none;
      }
      hasLines = false;
      const taken = behind.concat(unknown.end());
      behind = [];
      return taken;
    },
  };
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** The index at which a whole line is in a text, from the start of a line at `from` on; -1 if it is not there. */
function placeOfLine(text: string, line: string, from: number): number {
  let start = from;
  for (let end = from; end <= text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (end === text.length || code === lineFeed || code === carriageReturn) {
      if (end - start === line.length && text.startsWith(line, start)) {
        return start;
      }
      start = end + 1;
    }
  }
  return -1;
}

/** Whether an event has begun and not ended, after `text`. */
function isOpen(text: string, wasOpen: boolean): boolean {
  const end = Math.max(...['\n\n', '\r\r', '\n\r'].map((blank) => text.lastIndexOf(blank)));
  return (wasOpen && end === -1) || /[\r\n]data:/.test(end === -1 ? text : text.slice(end));
}
