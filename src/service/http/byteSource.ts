import type { Deadline } from './deadline.ts';
import { fetchFailure, type FailedCall } from './fetchFailure.ts';

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
