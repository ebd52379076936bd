/** The body of a response: what is sent, and how fast. */
export interface EventPlan {
  /** The texts to send, in order. */
  readonly events: readonly string[];
  /** The pause between two steps, in milliseconds; 0 for none. */
  readonly delayMs: number;
  /** How many texts are sent in one step. */
  readonly eventsPerStep: number;
  /** The body stays open after the last text until the client closes it. */
  readonly hangs: boolean;
}

/**
 * Makes the body that `plan` describes. Texts are only produced when they are read. The body ends at
 * once when the reader cancels it; when `signal` aborts, reading fails with the signal's reason.
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

/** Waits `ms` milliseconds (`Infinity`: without end) or until `signal` aborts. Never throws. */
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
