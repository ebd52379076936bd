import * as fc from 'fast-check';

/** A body that arrives in exactly these pieces. */
export function bodyOf(...pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const waiting = pieces.map((piece) =>
    typeof piece === 'string' ? encoder.encode(piece) : piece,
  );
  return new ReadableStream({
    pull(controller) {
      const piece = waiting.shift();
      if (piece === undefined) {
        controller.close();
      } else {
        controller.enqueue(piece);
      }
    },
  });
}

/** Every way to cut some bytes into pieces, empty ones included. */
export function anySplit(bytes: Uint8Array): fc.Arbitrary<readonly Uint8Array[]> {
  return fc.array(fc.nat(bytes.length), { maxLength: 30 }).map((cuts) =>
    piecesAt(
      bytes,
      cuts.toSorted((a, b) => a - b),
    ),
  );
}

/** Each byte alone. */
export function bytewise(bytes: Uint8Array): readonly Uint8Array[] {
  return piecesAt(bytes, [...bytes.keys()]);
}

function piecesAt(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  return [0, ...cuts].map((start, index) => bytes.slice(start, cuts[index] ?? bytes.length));
}
