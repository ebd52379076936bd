import type { Deadline } from './deadline.ts';
import { fetchFailure, type FailedCall } from './fetchFailure.ts';

/** The body of an answer, piece by piece. */
export interface ByteSource {
  /** The next piece, `undefined` at the end. Throws `ServiceError`: `aborted`, `timeout`, `network`. */
  read(): Promise<Uint8Array | undefined>;
}

/** Reads a body under a deadline. Closing the deadline cancels the body. */
export function openByteSource(
  body: ReadableStream<Uint8Array>,
  deadline: Deadline,
  call: Omit<FailedCall, 'phase'>,
): ByteSource {
  const reader = body.getReader();
  // An injected `fetch` may not pass the signal on to its body. This also ends a pending read.
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

/** The same source with pieces that have been read already put back in front. */
export function putBack(pieces: readonly Uint8Array[], source: ByteSource): ByteSource {
  const waiting = [...pieces];
  return { read: async () => waiting.shift() ?? source.read() };
}
