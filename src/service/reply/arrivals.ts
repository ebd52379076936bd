import type { CallOptions } from '../endpoint.ts';

/**
 * Makes a function that is called for each piece of the body when it arrives, with the number of chunks in it that
 * say something. At the end of the reply it reports to `onDiagnostic` if something held the reply back.
 */
export function watchArrivals(
  sentAtMs: number,
  onDiagnostic: CallOptions['onDiagnostic'],
): (chunkCount: number, isEnd: boolean) => void {
  const watch = createArrivalWatch(sentAtMs);
  return (chunkCount, isEnd) => {
    // Most replies begin soon. For these, measuring every piece would only cost time.
    if (watch.isRuledOut) {
      return;
    }
    watch.arrived(performance.now(), chunkCount);
    const silenceMs = isEnd ? watch.heldBackMs() : undefined;
    if (silenceMs !== undefined) {
      onDiagnostic?.({ kind: 'heldBack', silenceMs });
    }
  };
}

/** A shorter silence is normal: the model reads the prompt, or the request waits for its turn. */
const leastSilenceMs = 3000;

/** With fewer pieces, a fast model may have sent the whole reply at once. */
const leastPieces = 20;

/** No model writes faster; a fast one takes ten times as long. */
const maxMsPerPiece = 1;

/** Records when the parts of a streamed reply arrive, to find out whether something buffers them. */
interface ArrivalWatch {
  /** Bytes arrived at `atMs`, by `performance.now()`, with this many pieces of text in them. */
  arrived(atMs: number, pieces: number): void;
  /** Whether the reply began too soon to be held back, whatever follows. */
  readonly isRuledOut: boolean;
  /**
   * Called at the end of the reply: the length of the silence before it, in milliseconds, if the
   * reply was held back.
   */
  heldBackMs(): number | undefined;
}

/**
 * Starts recording for a request that was sent at `sentAtMs`. A reply counts as held back if nothing
 * arrived for three seconds, not even a comment, and then the whole text arrived faster than a model
 * writes (`docs/service-interface.md`, "Events" 10). A reply from a cache has no silence before it.
 */
export function createArrivalWatch(sentAtMs: number): ArrivalWatch {
  let firstAtMs: number | undefined;
  let lastTextAtMs = sentAtMs;
  let pieceCount = 0;
  return {
    arrived(atMs, pieces) {
      firstAtMs ??= atMs;
      pieceCount += pieces;
      // What follows the text, such as the usage, says nothing about the speed of the text.
      lastTextAtMs = pieces > 0 ? atMs : lastTextAtMs;
    },
    get isRuledOut() {
      return firstAtMs !== undefined && firstAtMs - sentAtMs < leastSilenceMs;
    },
    heldBackMs() {
      const beganAtMs = firstAtMs ?? sentAtMs;
      const silenceMs = beganAtMs - sentAtMs;
      const isHeldBack =
        silenceMs >= leastSilenceMs &&
        pieceCount >= leastPieces &&
        lastTextAtMs - beganAtMs <= pieceCount * maxMsPerPiece;
      return isHeldBack ? Math.round(silenceMs) : undefined;
    },
  };
}
