import type { Deadline } from './deadline.ts';
import { type FailedCall, fetchFailure } from './fetchFailure.ts';

/** The body of a response, piece by piece. */
export interface ByteSource {
  /** The next piece; `undefined` at the end. Throws `ServiceError`: `aborted`, `timeout`, `network`. */
  read(): Promise<Uint8Array | undefined>;
}

/** Reads a body within the limits of `deadline`. Closing the deadline cancels the body. */
export function openByteSource(
  body: ReadableStream<Uint8Array>,
  deadline: Deadline,
  call: Omit<FailedCall, 'phase'>,
): ByteSource {
  const reader = body.getReader();
  // An injected `fetch` may ignore its signal while the body is read. This also ends a pending read.
  const cancel = (): void => void reader.cancel().catch(() => {});
  deadline.signal.addEventListener('abort', cancel, { once: true });
  return {
    async read() {
      deadline.startWaiting();
      try {
        const { value } = await reader.read();
        if (deadline.failure) {
          throw deadline.failure;
        }
        return value;
      } catch (error) {
        throw deadline.failure ?? fetchFailure(error, { ...call, phase: 'reply' });
      } finally {
        deadline.stopWaiting();
      }
    },
  };
}

/** A source that first gives `pieces`, which were already read, and then the rest of `source`. */
export function putBack(pieces: readonly Uint8Array[], source: ByteSource): ByteSource {
  const waiting = [...pieces];
  return {
    read() {
      const piece = waiting.shift();
      return piece === undefined ? source.read() : Promise.resolve(piece);
    },
  };
}

/** In milliseconds. Services send the end of a body right after the last event. */
const longestWaitMs = 1000;

/** Pieces of the body that are dropped. */
const mostPieces = 16;

/**
 * Closes a response whose reply is complete, once its body has ended: then the connection can carry the next request,
 * which saves the handshakes of another one. A body that goes on is closed all the same.
 */
export async function closeAfterBody({
  source,
  deadline,
}: {
  readonly source: ByteSource;
  readonly deadline: Deadline;
}): Promise<void> {
  const timer = setTimeout(() => deadline.close(), longestWaitMs);
  try {
    for (let count = 0; count < mostPieces; count += 1) {
      if ((await source.read()) === undefined) {
        return;
      }
    }
  } catch {
    // The reply is complete without it.
  } finally {
    clearTimeout(timer);
    deadline.close();
  }
}
