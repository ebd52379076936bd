/** Where VS Code looks for zero bytes. */
const startLength = 512;

/**
 * Whether VS Code reads these bytes as text. Text has no zero bytes, unless it is UTF-16: with a byte order mark, or
 * with a zero in every second byte, as Western text has.
 */
export function isTextFile(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || !bytes.includes(0) || hasZeros(bytes, 0) || hasZeros(bytes, 1);
}

/** Whether of the first bytes just those are zero whose index is even (0) or odd (1). */
function hasZeros(bytes: Uint8Array, place: 0 | 1): boolean {
  return bytes
    .subarray(0, startLength)
    .every((byte, index) => (byte === 0) === (index % 2 === place));
}
