const [quote, backslash, comma, colon] = [34, 92, 44, 58];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** Bytes that can be read at any place: those of a `Uint8Array`, or of a file of which only a part is in memory. */
export interface Bytes {
  readonly length: number;
  readonly at: (index: number) => number | undefined;
  /** Where a byte is next, from a place on; -1 if nowhere. */
  readonly indexOf: (byte: number, from: number) => number;
  /** `end` is exclusive. What it gives may hold only until the next call. */
  readonly subarray: (start: number, end: number) => Uint8Array;
}

/** A value in a JSON text, found by its brackets. Whether it is valid JSON shows when it is parsed. */
export interface JsonElement {
  /** The length of its text in UTF-8, in bytes. */
  readonly length: number;
  /** Its text. Not a field, as a view of the bytes costs more than what was read to find it. */
  readonly bytes: () => Uint8Array;
  /** The number of values and names in it, or more. */
  readonly valueCount: () => number;
  /** Its text where it is, so that a part of it can be read. */
  readonly view: () => Bytes;
}

/** A JSON text in UTF-8 as one value. */
export function jsonWhole(bytes: Bytes): JsonElement {
  return {
    length: bytes.length,
    bytes: () => bytes.subarray(0, bytes.length),
    valueCount: () => spanOf(bytes, startOf(bytes)).valueCount,
    view: () => bytes,
  };
}

/**
 * The elements of the array that a JSON text in UTF-8 is, so that one that is too large to be parsed as a whole can
 * be read element by element; undefined if it is no array. The last one may be cut.
 */
export function jsonElements(bytes: Bytes): Iterable<JsonElement> | undefined {
  const at = startOf(bytes);
  return bytes.at(at) === openBracket ? elementsFrom(bytes, at) : undefined;
}

/** An array in an object. */
interface JsonList {
  /** The object with an empty array in place of this one. */
  readonly rest: JsonElement;
  readonly elements: Iterable<JsonElement>;
}

/** The array that is the member `name`, in ASCII, of the object that a JSON text in UTF-8 is; undefined if there is none. */
export function jsonList(bytes: Bytes, name: string): JsonList | undefined {
  const open = startOf(bytes);
  const list = bytes.at(open) === openBrace ? memberOf(bytes, open, name) : undefined;
  if (list === undefined || bytes.at(list.at) !== openBracket) {
    return undefined;
  }
  return { rest: without(bytes, open, list), elements: elementsFrom(bytes, list.at) };
}

/** An object in an object. */
export interface JsonObject {
  /** The outer object with an empty object in place of this one. */
  readonly rest: JsonElement;
  /** The names, with their quotes, and the values. */
  readonly members: Iterable<readonly [name: JsonElement, value: JsonElement]>;
}

/** The object that is the member `name`, in ASCII, of the object that a JSON text in UTF-8 is; undefined if there is none. */
export function jsonObject(bytes: Bytes, name: string): JsonObject | undefined {
  const open = startOf(bytes);
  const object = bytes.at(open) === openBrace ? memberOf(bytes, open, name) : undefined;
  return object === undefined || bytes.at(object.at) !== openBrace
    ? undefined
    : { rest: without(bytes, open, object), members: membersFrom(bytes, object.at) };
}

/** A value from `at` until the comma or bracket after it, at `end`, or until the end of the text. */
interface Span {
  readonly at: number;
  readonly end: number;
  readonly valueCount: number;
}

function elementOf(bytes: Bytes, { at, end, valueCount }: Span): JsonElement {
  return {
    length: end - at,
    bytes: () => bytes.subarray(at, end),
    valueCount: () => valueCount,
    view: () => ({
      length: end - at,
      at: (index) => (index < end - at ? bytes.at(at + index) : undefined),
      indexOf(byte, from) {
        const found = bytes.indexOf(byte, at + from);
        return found < end ? Math.max(-1, found - at) : -1;
      },
      subarray: (from, to) => bytes.subarray(at + from, Math.min(end, at + to)),
    }),
  };
}

function* elementsFrom(bytes: Bytes, open: number): Generator<JsonElement> {
  let at = skipSpace(bytes, open + 1);
  while (at < bytes.length && bytes.at(at) !== closeBracket) {
    const span = spanOf(bytes, at);
    yield elementOf(bytes, span);
    at = bytes.at(span.end) === comma ? skipSpace(bytes, span.end + 1) : bytes.length;
  }
}

function memberOf(bytes: Bytes, open: number, name: string): Span | undefined {
  for (const [key, value] of spansFrom(bytes, open)) {
    const length = key.end - key.at - 2;
    if (length === name.length && isText(bytes.subarray(key.at + 1, key.end - 1), name)) {
      return value;
    }
  }
  return undefined;
}

function* membersFrom(
  bytes: Bytes,
  open: number,
): Generator<readonly [name: JsonElement, value: JsonElement]> {
  for (const [key, value] of spansFrom(bytes, open)) {
    yield [elementOf(bytes, key), elementOf(bytes, value)];
  }
}

/** The names and values of an object. */
function* spansFrom(bytes: Bytes, open: number): Generator<readonly [key: Span, value: Span]> {
  let at = skipSpace(bytes, open + 1);
  while (bytes.at(at) === quote) {
    const end = endOfString(bytes, at) + 1;
    const value = spanOf(bytes, skipSpace(bytes, skipSpace(bytes, end) + 1));
    yield [{ at, end, valueCount: 1 }, value];
    at = bytes.at(value.end) === comma ? skipSpace(bytes, value.end + 1) : bytes.length;
  }
}

function spanOf(bytes: Bytes, start: number): Span {
  let depth = 0;
  let valueCount = 1;
  let at = start;
  for (; at < bytes.length; at += 1) {
    const byte = bytes.at(at);
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

/** The index of the quote that ends the string beginning at `at`; the end of the text if there is none. */
function endOfString(bytes: Bytes, at: number): number {
  let end = bytes.indexOf(quote, at + 1);
  for (; end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let before = end - 1;
    while (bytes.at(before) === backslash) {
      before -= 1;
    }
    if ((end - before) % 2 === 1) {
      return end;
    }
  }
  return bytes.length;
}

/** Where the value begins, behind a byte order mark. */
function startOf(bytes: Bytes): number {
  return skipSpace(bytes, bytes.at(0) === 0xef ? 3 : 0);
}

function skipSpace(bytes: Bytes, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes.at(at) ?? 0) <= 32) {
    at += 1;
  }
  return at;
}

/** Whether these are the bytes of an ASCII text. */
function isText(bytes: Uint8Array, text: string): boolean {
  return bytes.length === text.length && bytes.every((byte, at) => byte === text.charCodeAt(at));
}

/** The object from `open` with an empty array, or object, in place of a member. It is put together when it is read. */
function without(bytes: Bytes, open: number, { at, end }: Span): JsonElement {
  const isArray = bytes.at(at) === openBracket;
  const empty = isArray ? [openBracket, closeBracket] : [openBrace, closeBrace];
  const inside = end === bytes.length ? [...empty, closeBrace] : empty;
  const length = at - open + inside.length + bytes.length - end;
  const rest = (): Uint8Array => {
    const all = new Uint8Array(length);
    all.set(bytes.subarray(open, at));
    all.set(inside, at - open);
    all.set(bytes.subarray(end, bytes.length), at - open + inside.length);
    return all;
  };
  return {
    length,
    bytes: rest,
    valueCount: () => jsonWhole(rest()).valueCount(),
    view: rest,
  };
}
