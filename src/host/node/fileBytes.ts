import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The bytes of a file, of which only a page is in memory. Each method throws what the file system throws. */
interface FileBytes {
  readonly length: number;
  readonly at: (index: number) => number | undefined;
  /** Where a byte is next, from a place on; -1 if nowhere. */
  readonly indexOf: (byte: number, from: number) => number;
  /** `end` is exclusive. What it gives holds until the next call, so that a large file leaves no garbage. */
  readonly subarray: (start: number, end: number) => Uint8Array;
  readonly close: () => void;
}

const pageBytes = 1024 * 1024;

/** Opens a file to be read from its beginning to its end, now and then at other places, until it is closed. */
export function openBytes(path: string): FileBytes {
  const file = openSync(path, 'r');
  const { size: length } = fstatSync(file);
  const page = new Uint8Array(Math.min(pageBytes, length));
  let part = new Uint8Array(0);
  let from = 0;
  let to = 0;
  /** Makes the page the one that has this byte, if the file has it. */
  const turnTo = (index: number): void => {
    if (index < length && (index < from || index >= to)) {
      // Where pages begin is fixed, so that one that is read backwards is also read once.
      from = index - (index % pageBytes);
      to = from + readSync(file, page, { position: from });
    }
  };
  return {
    length,
    at(index) {
      turnTo(index);
      return index < to ? page[index - from] : undefined;
    },
    indexOf(byte, start) {
      for (let index = start; index < length; index = to) {
        turnTo(index);
        const found = page.subarray(0, to - from).indexOf(byte, index - from);
        if (found !== -1 || index >= to) {
          return found === -1 ? -1 : from + found;
        }
      }
      return -1;
    },
    subarray(start, end) {
      const size = Math.max(0, Math.min(end, length) - start);
      part = size > part.length ? new Uint8Array(size) : part;
      const bytes = part.subarray(0, size);
      let read = 0;
      for (let count = 1; count > 0 && read < bytes.length; read += count) {
        count = readSync(file, bytes, { offset: read, position: start + read });
      }
      return bytes.subarray(0, read);
    },
    close: () => closeSync(file),
  };
}
