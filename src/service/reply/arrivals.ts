/** A shorter silence is normal: the model reads the prompt, or the request waits for its turn. */
const leastSilenceMs = 3000;

/** With fewer pieces, a fast model may have sent the whole reply at once. */
const leastPieces = 20;

/** No model writes faster; a fast one takes ten times as long. */
const maxMsPerPiece = 1;

/**
 * Records when the parts of a streamed reply arrive, to find out whether something buffers them. A reply counts as held
 * back if nothing arrived for three seconds, not even a comment, and then the whole text arrived faster than a model
 * writes (`docs/service-interface.md`, "Events" 10). A reply from a cache has no silence before it.
 */
export class ArrivalWatch {
  readonly #sentAtMs: number;
  #firstAtMs: number | undefined;
  #lastTextAtMs: number;
  #pieceCount = 0;

  /** For a request that was sent at `sentAtMs`, by `performance.now()`. */
  constructor(sentAtMs: number) {
    this.#sentAtMs = sentAtMs;
    this.#lastTextAtMs = sentAtMs;
  }

  /** Bytes arrived at `atMs`, with this many pieces of text in them. */
  arrived(atMs: number, pieces: number): void {
    this.#firstAtMs ??= atMs;
    this.#pieceCount += pieces;
    // What follows the text, such as the usage, says nothing about the speed of the text.
    this.#lastTextAtMs = pieces > 0 ? atMs : this.#lastTextAtMs;
  }

  /** Called at the end of the reply: the length of the silence before it, in milliseconds, if it was held back. */
  heldBackMs(): number | undefined {
    const beganAtMs = this.#firstAtMs ?? this.#sentAtMs;
    const silenceMs = beganAtMs - this.#sentAtMs;
    const isHeldBack =
      silenceMs >= leastSilenceMs &&
      this.#pieceCount >= leastPieces &&
      this.#lastTextAtMs - beganAtMs <= this.#pieceCount * maxMsPerPiece;
    return isHeldBack ? Math.round(silenceMs) : undefined;
  }
}
