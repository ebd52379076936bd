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

/** For one stream from its beginning. */
export function createPlacedLines(): PlacedLines {
  const unknown = createUnknownText();
  // Whether there were lines since the last event: before nearly all events there are none.
  let hasLines = false;
  let behind: string[] = [];
  let isInEvent = false;
  // The character before the piece, the piece, and where its last line so far ends.
  let before = '\n';
  let piece = '';
  let lineEnd = 0;
  return {
    begin(next) {
      before = piece.slice(-1) || before;
      piece = next;
      lineEnd = 0;
    },
    end() {
      // Most pieces are whole events, and are not searched.
      isInEvent = !piece.endsWith('\n\n') && isOpen(before + piece, isInEvent);
    },
    add(line) {
      hasLines = true;
      const parsed = before + piece;
      const place = Math.max(...['\n', '\r'].map((end) => parsed.indexOf(end + line, lineEnd)));
      lineEnd = place === -1 ? lineEnd : place + line.length;
      const isBehind = place === -1 ? isInEvent : isOpen(parsed.slice(0, place + 1), isInEvent);
      const said = unknown.add(line);
      if (isBehind) {
        behind.push(...said);
      }
      return isBehind ? [] : said;
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

/** Whether an event has begun and not ended, after `text`. */
function isOpen(text: string, wasOpen: boolean): boolean {
  const end = Math.max(...['\n\n', '\r\r', '\n\r'].map((blank) => text.lastIndexOf(blank)));
  return (wasOpen && end === -1) || /[\r\n]data:/.test(end === -1 ? text : text.slice(end));
}
