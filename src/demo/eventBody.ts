/** What is sent as the body of a response, and how fast. */
export interface EventPlan {
  /** Texts that are sent one after another. */
  readonly events: readonly string[];
  /** The pause between two steps, in milliseconds; 0 for none. */
  readonly delayMs: number;
  /** How many events go out in one step. */
  readonly eventsPerStep: number;
  /** Stays open after the last event until the client leaves. */
  readonly hangs: boolean;
}

/**
 * The body that carries out `plan` as fast as it is read. It stops at once when the reader cancels
 * it; when `signal` aborts, reading fails with the signal's reason.
 */
export function eventBody(plan: EventPlan, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const left = new AbortController();
  const leaving = AbortSignal.any([signal, left.signal]);
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const step = plan.events.slice(sent, sent + plan.eventsPerStep);
        sent += step.length;
        const atEnd = step.length === 0;
        if (atEnd && plan.hangs) {
          await pause(Infinity, leaving);
        } else if (!atEnd && sent > step.length) {
          await pause(plan.delayMs, leaving);
        }
        signal.throwIfAborted();
        if (left.signal.aborted) {
          return;
        }
        if (atEnd) {
          controller.close();
        } else {
          controller.enqueue(encoder.encode(step.join('')));
        }
      },
      cancel: () => left.abort(),
    },
    { highWaterMark: 0 },
  );
}

/** Waits `ms` milliseconds, for ever if infinite, or until `signal` aborts; never fails. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0 || signal.aborted) {
    return;
  }
  await new Promise<void>((resolve) => {
    const timer = Number.isFinite(ms) ? setTimeout(finish, ms) : undefined;
    signal.addEventListener('abort', finish);
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
  });
}
