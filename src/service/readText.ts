import type { ByteSource } from './byteSource.ts';
import type { Deadline } from './deadline.ts';

/** Text of a body, and whether it went on beyond the limit. */
export interface BoundedText {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * Reads a body as UTF-8 up to `maxBytes`. White space alone does not count as data for the
 * deadline: services send it to keep a connection open, like comments in an event stream.
 */
export async function readText(
  source: ByteSource,
  deadline: Deadline,
  maxBytes: number,
): Promise<BoundedText> {
  const decoder = new TextDecoder();
  let text = '';
  let leftBytes = maxBytes;
  for (;;) {
    const bytes = await source.read();
    if (bytes === undefined) {
      return { text: text + decoder.decode(), isCut: false };
    }
    if (bytes.some(isVisible)) {
      deadline.noteData();
    }
    text += decoder.decode(bytes.subarray(0, leftBytes), { stream: true });
    leftBytes -= bytes.length;
    if (leftBytes < 0) {
      return { text, isCut: true };
    }
  }
}

function isVisible(byte: number): boolean {
  return byte > 0x20;
}
