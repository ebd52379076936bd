import type { OpenResponse } from './openResponse.ts';

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
}: Pick<OpenResponse, 'source' | 'deadline'>): Promise<void> {
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
