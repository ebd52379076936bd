const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace] = [
  34, 92, 44, 91, 93, 123, 125,
];

/**
 * The bytes of each element of a JSON array in UTF-8, so that one too large to be parsed as a whole can be
 * read element by element. Nothing where it does not begin as an array; what is no JSON gives whatever
 * stands between its commas.
 */
export function* jsonElements(bytes: Uint8Array): Generator<Uint8Array> {
  let at = skipSpace(bytes, bytes[0] === 0xef ? 3 : 0);
  if (bytes[at] !== openBracket) {
    return;
  }
  let start = at + 1;
  let depth = 0;
  for (at += 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at);
    } else if (byte === openBracket || byte === openBrace) {
      depth += 1;
    } else if (depth > 0 && (byte === closeBracket || byte === closeBrace)) {
      depth -= 1;
    } else if (depth === 0 && (byte === comma || byte === closeBracket)) {
      if (skipSpace(bytes, start) < at) {
        yield bytes.subarray(start, at);
      }
      start = at + 1;
    }
  }
}

/** Where the string ends that begins at `at`. */
function endOfString(bytes: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < bytes.length && bytes[end] !== quote) {
    end += bytes[end] === backslash ? 2 : 1;
  }
  return end;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= 32) {
    at += 1;
  }
  return at;
}
