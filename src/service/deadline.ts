import { failureCode } from '../shared/service/serviceErrorKind.ts';
import { ServiceError } from './serviceError.ts';

/** What may end a call before the service does. */
interface DeadlineOptions {
  /** `GET https://host/v1/models`, for messages. */
  readonly tried: string;
  readonly signal: AbortSignal | undefined;
  readonly firstByteMs: number;
  readonly idleMs: number;
}

/** Watches over one request: the caller's signal and the two time limits. */
export interface Deadline {
  /** Aborts when the caller aborts, a limit passes or the call is closed. */
  readonly signal: AbortSignal;
  /** `aborted` or `timeout` once that has happened. */
  readonly failure: ServiceError | undefined;
  /** The result of `work`, or `failure` thrown if that comes first. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Time counts only while the client waits for the service, not while its reader is busy. */
  startWaiting(): void;
  stopWaiting(): void;
  /** Data has come: from now on, the idle limit counts, from the next wait on. */
  noteData(): void;
  /** Closes the connection and lets go of the timer and the caller's signal. */
  close(): void;
}

/** Timers take no longer time than this. */
const maxTimerMs = 2 ** 31 - 1;

/** Starts watching. The first-byte limit counts from now on. */
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
    race: (work) =>
      new Promise((resolve, reject) => {
        const lose = (): void => reject(failure);
        controller.signal.addEventListener('abort', lose, { once: true });
        work
          .finally(() => controller.signal.removeEventListener('abort', lose))
          .then(resolve, reject);
      }),
    startWaiting: clock.startWaiting,
    stopWaiting: clock.stopWaiting,
    noteData: clock.noteData,
    close() {
      clock.stop();
      options.signal?.removeEventListener('abort', onAbort);
      controller.abort();
    },
  };
}

/** The error for a call that its caller stopped. */
export function abortedError(signal: AbortSignal | undefined): ServiceError {
  return new ServiceError('aborted', 'The request was stopped.', { cause: signal?.reason });
}

type Clock = Pick<Deadline, 'startWaiting' | 'stopWaiting' | 'noteData'> & { stop(): void };

/** One timer that looks at the time when it fires; moving it with every event would cost more. */
function startClock(options: DeadlineOptions, fail: (error: ServiceError) => void): Clock {
  let hadData = false;
  let waiting = true;
  let since = performance.now();
  let restart = false;
  let timer = arm(options.firstByteMs);
  function arm(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(look, Math.min(ms, maxTimerMs));
  }
  function look(): void {
    const limitMs = hadData ? options.idleMs : options.firstByteMs;
    const leftMs = waiting ? limitMs - (performance.now() - since) : limitMs;
    if (leftMs > 0) {
      timer = arm(leftMs);
    } else {
      fail(timeoutError(options, hadData));
    }
  }
  return {
    startWaiting() {
      waiting = true;
      since = restart ? performance.now() : since;
      restart = false;
    },
    stopWaiting() {
      waiting = false;
    },
    noteData() {
      restart = true;
      if (!hadData) {
        hadData = true;
        clearTimeout(timer);
        timer = arm(options.idleMs);
      }
    },
    stop: () => clearTimeout(timer),
  };
}

function timeoutError(options: DeadlineOptions, hadData: boolean): ServiceError {
  const { tried, firstByteMs, idleMs } = options;
  return new ServiceError(
    'timeout',
    hadData
      ? `The reply paused for more than ${seconds(idleMs)}, the idle time limit (${tried}).`
      : `No reply began within ${seconds(firstByteMs)}, the first-byte time limit (${tried}).`,
    { code: hadData ? failureCode.idleTimeout : failureCode.firstByteTimeout },
  );
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

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
