const [quote, backslash, comma, colon] = [34, 92, 44, 58];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** A value in a JSON text, found by its brackets. Whether it is valid JSON shows when it is parsed. */
export interface JsonElement {
  /** The length of its text in UTF-8, in bytes. */
  readonly length: number;
  /** Its text. Not a field, as a view of the bytes costs more than what was read to find it. */
  readonly bytes: () => Uint8Array;
  /** The number of values and names in it, or more. */
  readonly valueCount: () => number;
}

/** A JSON text in UTF-8 as one value. */
export function jsonWhole(bytes: Uint8Array): JsonElement {
  return {
    length: bytes.length,
    bytes: () => bytes,
    valueCount: () => spanOf(bytes, startOf(bytes)).valueCount,
  };
}

/**
 * The elements of the array that a JSON text in UTF-8 is, so that one that is too large to be parsed as a whole can
 * be read element by element; undefined if it is no array. The last one may be cut.
 */
export function jsonElements(bytes: Uint8Array): Iterable<JsonElement> | undefined {
  const at = startOf(bytes);
  return bytes[at] === openBracket ? elementsFrom(bytes, at) : undefined;
}

/** An array in an object. */
interface JsonList {
  /** The object with an empty array in place of this one. */
  readonly rest: JsonElement;
  readonly elements: Iterable<JsonElement>;
}

/** The array that is the member `name`, in ASCII, of the object that a JSON text in UTF-8 is; undefined if there is none. */
export function jsonList(bytes: Uint8Array, name: string): JsonList | undefined {
  const open = startOf(bytes);
  const list = bytes[open] === openBrace ? memberOf(bytes, open, name) : undefined;
  if (list === undefined || bytes[list.at] !== openBracket) {
    return undefined;
  }
  const isCut = list.end === bytes.length;
  const rest = joined(
    bytes.subarray(open, list.at),
    isCut ? [openBracket, closeBracket, closeBrace] : [openBracket, closeBracket],
    bytes.subarray(list.end),
  );
  return { rest: jsonWhole(rest), elements: elementsFrom(bytes, list.at) };
}

/** A value from `at` until the comma or bracket after it, at `end`, or until the end of the text. */
interface Span {
  readonly at: number;
  readonly end: number;
  readonly valueCount: number;
}

function elementOf(bytes: Uint8Array, { at, end, valueCount }: Span): JsonElement {
  return {
    length: end - at,
    bytes: () => bytes.subarray(at, end),
    valueCount: () => valueCount,
  };
}

function* elementsFrom(bytes: Uint8Array, open: number): Generator<JsonElement> {
  let at = skipSpace(bytes, open + 1);
  while (at < bytes.length && bytes[at] !== closeBracket) {
    const span = spanOf(bytes, at);
    yield elementOf(bytes, span);
    at = bytes[span.end] === comma ? skipSpace(bytes, span.end + 1) : bytes.length;
  }
}

function memberOf(bytes: Uint8Array, open: number, name: string): Span | undefined {
  let at = skipSpace(bytes, open + 1);
  while (bytes[at] === quote) {
    const end = endOfString(bytes, at) + 1;
    const isIt = isText(bytes.subarray(at + 1, end - 1), name);
    const value = spanOf(bytes, skipSpace(bytes, skipSpace(bytes, end) + 1));
    if (isIt) {
      return value;
    }
    at = bytes[value.end] === comma ? skipSpace(bytes, value.end + 1) : bytes.length;
  }
  return undefined;
}

function spanOf(bytes: Uint8Array, start: number): Span {
  let depth = 0;
  let valueCount = 1;
  let at = start;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at);
    } else if (byte === openBracket || byte === openBrace) {
      depth += 1;
      valueCount += 1;
    } else if (byte === closeBracket || byte === closeBrace) {
      if (depth === 0) {
        break;
      }
      depth -= 1;
    } else if (byte === comma && depth === 0) {
      break;
    } else if (byte === comma || byte === colon) {
      valueCount += 1;
    }
  }
  return { at: start, end: Math.min(at, bytes.length), valueCount };
}

/** The index of the quote that ends the string beginning at `at`. */
function endOfString(bytes: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < bytes.length && bytes[end] !== quote) {
    end += bytes[end] === backslash ? 2 : 1;
  }
  return end;
}

/** Where the value begins, behind a byte order mark. */
function startOf(bytes: Uint8Array): number {
  return skipSpace(bytes, bytes[0] === 0xef ? 3 : 0);
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= 32) {
    at += 1;
  }
  return at;
}

/** Whether these are the bytes of an ASCII text. */
function isText(bytes: Uint8Array, text: string): boolean {
  return bytes.length === text.length && bytes.every((byte, at) => byte === text.charCodeAt(at));
}

function joined(...parts: readonly ArrayLike<number>[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
