/** How many bytes are encoded at once: an argument list must not be too long. A multiple of 3. */
const chunkBytes = 24_576;

/** Bytes as Base64 (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(start, start + chunkBytes))));
  }
  return pieces.join('');
}

/** The bytes of Base64, which may have white space in it and lack its padding; undefined if it is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    const plain = atob(text);
    const bytes = new Uint8Array(plain.length);
    for (let index = 0; index < plain.length; index += 1) {
      bytes[index] = plain.charCodeAt(index);
    }
    return bytes;
  } catch {
    return undefined;
  }
}
