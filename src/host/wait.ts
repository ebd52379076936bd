import { delay } from '../service/delay.ts';
import type { ReplyWait } from '../shared/conversation.ts';

/** Why and for how long a request is held back. */
export type HeldBack = Pick<ReplyWait, 'delayMs' | 'reason'>;

/** Time that passes before a request is sent, unless the user cuts it short. */
export interface Wait {
  /** Resolves when the time is over or cut short; rejects as soon as the signal aborts. */
  readonly over: Promise<void>;
  readonly cutShort: () => void;
}

/** Begins to wait at least `ms`. */
export function startWait(ms: number, signal: AbortSignal): Wait {
  const cut = new AbortController();
  const waited = delay(ms, AbortSignal.any([signal, cut.signal]));
  const over = waited.catch((error: unknown) => {
    if (signal.aborted || !cut.signal.aborted) {
      throw error;
    }
  });
  return { over, cutShort: () => cut.abort() };
}
