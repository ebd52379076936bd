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
  /** The result of `work`; throws `failure` if that comes first. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Time counts only while the client waits for the service, not while the caller uses a reply. */
  startWaiting(): void;
  stopWaiting(): void;
  /** Data has arrived. The idle limit counts from the start of the next wait. */
  noteData(): void;
  /** Closes the connection and releases the timer and the caller's signal. */
  close(): void;
}

/** Why a signal aborts that nobody waits for: the default reason takes as long to make as a small request. */
const closed = 'closed';

/** Starts the time: the first-byte limit counts from here. */
export function createDeadline(options: DeadlineOptions): Deadline {
  const controller = new AbortController();
  let failure: ServiceError | undefined;
  const fail = (error: ServiceError): void => {
    failure ??= error;
    clock.stop();
    controller.abort();
  };
  const clock = startClock(options, fail);
  const onAbort = (): void => fail(abortedError(options.signal));
  options.signal?.addEventListener('abort', onAbort, { once: true });
  if (options.signal?.aborted === true) {
    onAbort();
  }
  return {
    signal: controller.signal,
    get failure() {
      return failure;
    },
    race: (work) => unlessAborted(work, controller.signal, () => failure),
    startWaiting: clock.startWaiting,
    stopWaiting: clock.stopWaiting,
    noteData: clock.noteData,
    close() {
      clock.stop();
      options.signal?.removeEventListener('abort', onAbort);
      controller.abort(closed);
    },
  };
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
    work.finally(() => signal?.removeEventListener('abort', lose)).then(resolve, reject);
  });
}

/** The error of a call that its caller aborted. */
export function abortedError(signal: AbortSignal | undefined): ServiceError {
  return new ServiceError('aborted', l10n.t('The request was stopped.'), { cause: signal?.reason });
}

type Clock = Pick<Deadline, 'startWaiting' | 'stopWaiting' | 'noteData'> & { stop(): void };

/** Longer timers fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Has one timer, which compares the time when it fires: setting it when something comes would cost more. */
function startClock(options: DeadlineOptions, fail: (error: ServiceError) => void): Clock {
  const { firstByteMs, idleMs } = options;
  let hadData = false;
  let isWaiting = true;
  let waitingSinceMs = performance.now();
  /** Whether data has arrived since the wait began. */
  let hasNewData = false;
  let timer = setTimer(firstByteMs);
  /** The first data may come before the timer fires, and the idle limit counts from then on. */
  function setTimer(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(checkTime, Math.min(ms, idleMs, maxTimerMs));
  }
  function checkTime(): void {
    const limitMs = hadData ? idleMs : firstByteMs;
    const leftMs = isWaiting ? limitMs - (performance.now() - waitingSinceMs) : limitMs;
    if (leftMs > 0) {
      timer = setTimer(leftMs);
    } else {
      fail(timeoutError(options, hadData));
    }
  }
  return {
    startWaiting() {
      isWaiting = true;
      if (hasNewData) {
        waitingSinceMs = performance.now();
        hasNewData = false;
      }
    },
    stopWaiting() {
      isWaiting = false;
    },
    noteData() {
      hadData = true;
      hasNewData = true;
    },
    stop: () => clearTimeout(timer),
  };
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
  const endMs = performance.now() + ms;
  // A timer may fire slightly early.
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
