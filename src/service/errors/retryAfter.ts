import { parseHttpDate } from './httpDate.ts';
import { limitWaitMs } from './limitWait.ts';

const yearMs = 365 * 24 * 60 * 60 * 1000;

/**
 * The time that the service asks to wait, in milliseconds: `Retry-After` (RFC 9110, section 10.2.3:
 * seconds, here also with decimals, or an HTTP date) or `retry-after-ms`, whichever is longer, at most
 * a year. A date counts from the `Date` of the response, so that a wrong clock on this computer does
 * not matter; without it, from `nowMs`. A value of another form counts as missing
 * (`docs/service-interface.md`, "Errors" 10). With `readsLimits`, the headers that say when a limit ends count
 * if there is none of these.
 */
export function retryAfterMs(
  headers: Headers,
  nowMs: number,
  { readsLimits }: { readonly readsLimits: boolean },
): number | undefined {
  const sentAtMs = parseHttpDate(headers.get('date') ?? '', nowMs) ?? nowMs;
  const waits = [
    numberOf(headers.get('retry-after-ms')),
    secondsOrDate(headers.get('retry-after') ?? '', sentAtMs),
  ].filter((wait) => wait !== undefined);
  return waits.length > 0
    ? boundedWait(Math.max(...waits))
    : readsLimits
      ? boundedWait(limitWaitMs(headers, sentAtMs))
      : undefined;
}

/** A time to wait as it is kept: no fraction, not negative, at most a year. */
export function boundedWait(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.min(yearMs, Math.ceil(Math.max(0, ms)));
}

function numberOf(value: string | null): number | undefined {
  return value !== null && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function secondsOrDate(value: string, sentAtMs: number): number | undefined {
  const seconds = numberOf(value);
  const untilMs = seconds === undefined ? parseHttpDate(value, sentAtMs) : undefined;
  return untilMs === undefined ? seconds && seconds * 1000 : untilMs - sentAtMs;
}
