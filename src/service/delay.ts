import { abortedError } from './deadline.ts';

/** Waits at least `ms`. Throws `ServiceError` of kind `aborted` as soon as the signal aborts. */
export async function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const endMs = performance.now() + ms;
  // A timer may fire a little before its time.
  for (let leftMs = ms; leftMs > 0; leftMs = endMs - performance.now()) {
    await sleep(leftMs, signal);
  }
  if (signal?.aborted === true) {
    throw abortedError(signal);
  }
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(abortedError(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal?.aborted === true) {
      onAbort();
    } else {
      signal?.addEventListener('abort', onAbort, { once: true });
    }
  });
}
