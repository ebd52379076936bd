import type { Metadata } from '../keptImage.ts';

/** A parsed image file, of which nothing is decoded. */
export interface ParsedImage {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Has more than one frame. */
  readonly isAnimated: boolean;
  /** The parts of the file without its metadata, in their order. */
  readonly pieces: readonly Uint8Array[];
  readonly removed: ReadonlySet<Metadata>;
}

/** The bytes of all pieces. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Whether `bytes` has these ASCII characters at `at`. */
export function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) {
      return false;
    }
  }
  return true;
}

/** Bytes as text, one character each, at most `maxLength` of them. */
export function latin1(bytes: Uint8Array, maxLength: number): string {
  let text = '';
  for (const byte of bytes.subarray(0, maxLength)) {
    text += String.fromCharCode(byte);
  }
  return text;
}

/** A whole number of `count` bytes, the highest first; 0 for those beyond the end. */
export function uintBE(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let index = 0; index < count; index += 1) {
    value = value * 256 + (bytes[at + index] ?? 0);
  }
  return value;
}

/** A whole number of `count` bytes, the lowest first; 0 for those beyond the end. */
export function uintLE(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let index = count - 1; index >= 0; index -= 1) {
    value = value * 256 + (bytes[at + index] ?? 0);
  }
  return value;
}
