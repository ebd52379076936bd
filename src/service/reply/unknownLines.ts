import { parseJson } from '../parseJson.ts';

/** In characters. The rest of a longer line is not kept. */
const maxLineLength = 65_536;

/** A longer text is not JSON that says why a reply ends. Each line that ends with a bracket has it parsed. */
const maxLines = 200;

/** How the lines begin that mean something in an event stream. */
const knownStarts = ['data:', 'event:', 'id:', 'retry:', ':'];

const byteOrderMark = '\uFEFF';

/**
 * Finds the lines of an event stream that have an unknown field and arrive in parts: a parser reports such a
 * line if it gets it whole, and drops it otherwise. Makes a function that is given the stream piece by piece, and
 * gives what the parser is to get: what may still become any field is held back until more of it is there.
 * `onLine` is called with each such line when it ends.
 */
export function createUnknownLineReader(onLine: (line: string) => void): (piece: string) => string {
  // What is known of a line that has begun and not ended.
  let held = '';
  let unknown: string | undefined;
  let isKnown = false;
  let isFirst = true;

  /** Notes the line that begins with `begun`. Gives whether it is held back. */
  function begin(begun: string): boolean {
    const start = isFirst && begun.startsWith(byteOrderMark) ? begun.slice(1) : begun;
    isKnown = knownStarts.some((known) => start.startsWith(known));
    if (isKnown || start === '') {
      return false;
    }
    const isOpen = knownStarts.some((known) => known.startsWith(start));
    unknown = isOpen ? undefined : start.slice(0, maxLineLength);
    return isOpen;
  }

  return (piece) => {
    // Most pieces are whole events.
    if (held === '' && unknown === undefined && piece.endsWith('\n')) {
      isKnown = false;
      isFirst = false;
      return piece;
    }
    const text = held + piece;
    held = '';
    const firstEnd = text.search(/[\r\n]/);
    if (unknown !== undefined) {
      const more = text.slice(0, firstEnd === -1 ? undefined : firstEnd);
      unknown += more.slice(0, maxLineLength - unknown.length);
      if (firstEnd !== -1) {
        onLine(unknown);
        unknown = undefined;
      }
    }
    if (firstEnd === -1 && (isKnown || unknown !== undefined)) {
      return text;
    }
    isFirst &&= firstEnd === -1;
    const start = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    if (begin(text.slice(start))) {
      held = text.slice(start);
      return text.slice(0, start);
    }
    return text;
  };
}

/** Puts lines with an unknown field together that are one JSON text, as a service pretty-prints it between events. */
export interface UnknownText {
  /** The texts that end with this line: itself, or the JSON text of which it is the last line. */
  add(line: string): readonly string[];
  /** The lines of a JSON text that does not come to its end, because an event follows. */
  end(): readonly string[];
}

/** No line yet. */
export function createUnknownText(): UnknownText {
  let lines: string[] = [];
  let length = 0;
  const end = (): readonly string[] => {
    const ended = lines;
    lines = [];
    length = 0;
    return ended;
  };
  return {
    add(line) {
      if (lines.length === 0 && !(/^\s*[[{]/.test(line) && parseJson(line) === undefined)) {
        return [line];
      }
      lines.push(line);
      length += line.length;
      const text = /[\]}]\s*$/.test(line) ? lines.join('\n') : '';
      if (text !== '' && parseJson(text) !== undefined) {
        end();
        return [text];
      }
      return length > maxLineLength || lines.length > maxLines ? end() : [];
    },
    end,
  };
}
