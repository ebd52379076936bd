/** When the parts of a reply arrived, in milliseconds after the request was sent. */
export interface ReplyTimes {
  /** The head of the response; missing if it never came. */
  readonly headMs?: number | undefined;
  /** Each piece of text or reasoning. */
  readonly piecesMs: readonly number[];
  readonly endMs: number;
}

/** What the arrival of a streamed reply says about what is between here and the service. */
export type StreamVerdict =
  | { readonly kind: 'flows'; readonly pieces: number; readonly spanMs: number }
  /** All of it came at once, or in a few blocks. */
  | {
      readonly kind: 'heldBack';
      readonly blocks: number;
      readonly pieces: number;
      readonly firstMs: number;
    }
  /** Too short, or too fast, to tell. */
  | { readonly kind: 'open' };

/** With fewer pieces, nothing follows from when they came. */
const leastPieces = 20;

/** Pieces that come closer together than this are one block. A model that writes so fast is rare. In milliseconds. */
const blockGapMs = 5;

/** In a block there are more pieces than a service puts together by itself. */
const leastPiecesInBlock = 8;

/** A reply that begins this much later than one of a single token waited for its own end. In milliseconds. */
const leastWaitMs = 700;

/**
 * Tells whether a streamed reply was held back on its way. `shortMs` is how long a reply of one token took in all: a
 * longer reply begins as soon, unless something collects it first. Without that, only a silence of three seconds
 * before it counts (`docs/service-interface.md`, "Events" 10).
 */
export function streamVerdict(
  { piecesMs }: Pick<ReplyTimes, 'piecesMs'>,
  shortMs: number | undefined,
): StreamVerdict {
  const [firstMs] = piecesMs;
  const lastMs = piecesMs.at(-1);
  if (firstMs === undefined || lastMs === undefined || piecesMs.length < leastPieces) {
    return { kind: 'open' };
  }
  const gaps = piecesMs.slice(1).map((atMs, index) => atMs - (piecesMs[index] ?? atMs));
  const blocks = 1 + gaps.filter((gapMs) => gapMs > blockGapMs).length;
  const pieces = piecesMs.length;
  if (pieces / blocks < leastPiecesInBlock) {
    return { kind: 'flows', pieces, spanMs: lastMs - firstMs };
  }
  const isLate = firstMs >= 3000 || (shortMs !== undefined && firstMs - shortMs >= leastWaitMs);
  return blocks > 1 || isLate ? { kind: 'heldBack', blocks, pieces, firstMs } : { kind: 'open' };
}
