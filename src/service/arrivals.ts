import type { ServiceEvent } from '../shared/service/chatCompletion.ts';
import type { CallOptions } from './endpoint.ts';

/** Notes when the parts of a streamed reply come, to find out whether something holds them back. */
interface ArrivalWatch {
  /** Bytes came at `atMs`, with this many pieces of text in them. */
  arrived(atMs: number, pieces: number): void;
  /** How long nothing came, if then everything came at once; looked at when the reply has ended. */
  heldBackMs(): number | undefined;
}

/** A shorter silence is the model's: it reads the prompt or waits for its turn. */
const leastSilenceMs = 3000;

/** Fewer pieces say nothing: a short reply of a fast model comes at once, too. */
const leastPieces = 20;

/** More pieces in this time than any model writes: a fast one takes ten times as long. */
const mostMsForPiece = 1;

/**
 * Starts watching a reply whose request went out at `sentAtMs`. A buffering intermediary shows as "no
 * output for a long time and then the whole content at once" (`service-interface.md`, "Events"). A
 * cached reply has no silence before it; with one byte within the silence, a comment too, nothing
 * holds the stream back.
 */
export function createArrivalWatch(sentAtMs: number): ArrivalWatch {
  let firstAtMs: number | undefined;
  let lastAtMs = sentAtMs;
  let pieceCount = 0;
  return {
    arrived(atMs, pieces) {
      firstAtMs ??= atMs;
      pieceCount += pieces;
      // What comes after the text, such as the usage, does not tell how fast the text came.
      lastAtMs = pieces > 0 ? atMs : lastAtMs;
    },
    heldBackMs() {
      const silenceMs = (firstAtMs ?? sentAtMs) - sentAtMs;
      const tookMs = lastAtMs - (firstAtMs ?? sentAtMs);
      const isHeldBack =
        silenceMs >= leastSilenceMs &&
        pieceCount >= leastPieces &&
        tookMs <= pieceCount * mostMsForPiece;
      return isHeldBack ? Math.round(silenceMs) : undefined;
    },
  };
}

/**
 * Gives a function that is called with the events of each piece of a streamed reply as it comes. It
 * tells `onDiagnostic` at the end of the reply whether something has held the pieces back.
 */
export function watchArrivals(
  sentAtMs: number,
  onDiagnostic: CallOptions['onDiagnostic'],
): (events: readonly ServiceEvent[]) => void {
  const watch = createArrivalWatch(sentAtMs);
  return (events) => {
    watch.arrived(performance.now(), events.filter(isPiece).length);
    const silenceMs = events.at(-1)?.kind === 'ended' ? watch.heldBackMs() : undefined;
    if (silenceMs !== undefined) {
      onDiagnostic?.({ kind: 'heldBack', silenceMs });
    }
  };
}

function isPiece({ kind }: ServiceEvent): boolean {
  return kind === 'text' || kind === 'reasoning';
}
