import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../shared/language.ts';
import { failureCode } from '../../shared/service/serviceErrorKind.ts';
import { ServiceError } from '../serviceError.ts';

/** What limits a call. */
interface DeadlineOptions {
  /** `GET https://host/v1/models`, for error messages. */
  readonly tried: string;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** From the start until the first data. */
  readonly firstByteMs: number;
  /** From one piece of data to the next. */
  readonly idleMs: number;
}

/** Ends one call when its caller aborts it or when it takes too long. */
export interface Deadline {
  /** Aborts when the caller aborts, a time limit passes or the deadline is closed. */
  readonly signal: AbortSignal;
  /** The error of kind `aborted` or `timeout` once that has happened. */
  readonly failure: ServiceError | undefined;
  /** Time counts only while the client waits for the service, not while the caller uses a reply. */
  startWaiting(): void;
  stopWaiting(): void;
  /** Data has arrived. The idle limit counts from the start of the next wait. */
  noteData(): void;
  /** Closes the connection and releases the timer and the caller's signal. */
  close(): void;
}

/** Longer timers fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Starts the time: the first-byte limit counts from here. */
export function createDeadline(options: DeadlineOptions): Deadline {
  const { signal, idleMs } = options;
  const controller = new AbortController();
  let failure: ServiceError | undefined;
  let hadData = false;
  let leftMs = options.firstByteMs;
  let sinceMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fail = (error: ServiceError): void => {
    failure ??= error;
    clearTimeout(timer);
    controller.abort();
  };
  const onAbort = (): void => fail(abortedError(signal));
  const deadline: Deadline = {
    signal: controller.signal,
    get failure() {
      return failure;
    },
    startWaiting() {
      if (timer === undefined && !controller.signal.aborted) {
        sinceMs = performance.now();
        const late = (): void => fail(timeoutError(options, hadData));
        timer = setTimeout(late, Math.min(leftMs, maxTimerMs));
      }
    },
    stopWaiting() {
      clearTimeout(timer);
      timer = undefined;
      leftMs -= performance.now() - sinceMs;
    },
    noteData() {
      hadData = true;
      leftMs = idleMs;
    },
    close() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      controller.abort();
    },
  };
  deadline.startWaiting();
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) {
    onAbort();
  }
  return deadline;
}

/** The result of `work`. If `signal` aborts before there is one, throws what `failure` gives. */
export function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  failure: () => ServiceError | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const lose = (): void => reject(failure());
    signal?.addEventListener('abort', lose, { once: true });
    if (signal?.aborted === true) {
      lose();
    }
    work.finally(() => signal?.removeEventListener('abort', lose)).then(resolve, reject);
  });
}

/** The error of a call that its caller aborted. */
export function abortedError(signal: AbortSignal | undefined): ServiceError {
  return new ServiceError('aborted', l10n.t('The request was stopped.'), { cause: signal?.reason });
}

function timeoutError(options: DeadlineOptions, hadData: boolean): ServiceError {
  const { tried, firstByteMs, idleMs } = options;
  return new ServiceError(
    'timeout',
    hadData
      ? l10n.t('The reply paused for more than {0} s, the idle time limit.', seconds(idleMs))
      : l10n.t('No reply began within {0} s, the first-byte time limit.', seconds(firstByteMs)),
    { tried, code: hadData ? failureCode.idleTimeout : failureCode.firstByteTimeout },
  );
}

function seconds(ms: number): string {
  return formatNumber(ms / 1000);
}

/** Waits at least `ms`. Throws `ServiceError` of kind `aborted` as soon as the signal aborts. */
export async function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    // A timer may fire slightly early.
    timer = setTimeout(resolve, ms + 1);
  });
  try {
    await unlessAborted(elapsed, signal, () => abortedError(signal));
  } finally {
    clearTimeout(timer);
  }
}
