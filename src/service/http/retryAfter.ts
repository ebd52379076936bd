import { durationMs } from './duration.ts';
import { parseHttpDate } from './httpDate.ts';

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

/** Headers that say when a limit ends, such as `x-ratelimit-reset-requests`. */
const resetName =
  /^(?:x-|anthropic-)?rate-?limit-(?:(?:[a-z]{1,20}-){0,3}reset|reset(?:-[a-z]{1,20}){0,3})$/;

/** Of more headers, the rest is not read. */
const maxHeaders = 200;

/**
 * How long until the limits end that are used up; the longest counts. A limit of which something is left is not
 * the reason. Undefined if no header says so.
 */
function limitWaitMs(headers: Headers, sentAtMs: number): number | undefined {
  const waits = [...headers]
    .slice(0, maxHeaders)
    .filter(([name]) => resetName.test(name))
    .filter(([name]) => isUsedUp(headers.get(name.replace('reset', 'remaining'))))
    .map(([, value]) => untilMs(value.trim(), sentAtMs));
  const left = headers.get('x-ratelimit-timeremaining');
  const known = [...waits, left === null ? undefined : durationMs(left)].filter(
    (wait) => wait !== undefined,
  );
  return known.length === 0 ? undefined : Math.max(...known);
}

/** Without a header for what is left, the limit that is stated is the one that was reached. */
function isUsedUp(remaining: string | null): boolean {
  return remaining === null || Number(remaining) <= 0;
}

/** Larger numbers are Unix seconds, and larger ones still Unix milliseconds: OpenRouter sends these. */
const [leastUnixSeconds, leastUnixMs] = [100_000_000, 100_000_000_000];

function untilMs(value: string, sentAtMs: number): number | undefined {
  const count = numberOf(value);
  if (count !== undefined && count >= leastUnixSeconds) {
    return (count >= leastUnixMs ? count : count * 1000) - sentAtMs;
  }
  const isTime = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}(?:Z|[+-]\d{2}:\d{2})$/.test(value);
  const time = isTime ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? durationMs(value) : time - sentAtMs;
}
