import { networkTrouble } from '../shared/service/serviceErrorKind.ts';
import type { ServiceError } from './serviceError.ts';

const maxRepetitions = 2;
const maxWaitMs = 120_000;
const backoffMs = 250;

/**
 * How long to wait, in milliseconds, before a request that failed is repeated automatically;
 * `undefined` if it is not repeated. `attempt` is 1 after the first failure. A request is repeated at
 * most twice and only if the service cannot have billed it: the connection was refused, or the status
 * was 429 or 503 with a time to wait of at most two minutes (`docs/service-interface.md`, "Repeated
 * requests" 1).
 */
export function retryDelayMs(error: ServiceError, attempt: number): number | undefined {
  if (attempt > maxRepetitions) {
    return undefined;
  }
  const minMs = backoffMs * attempt;
  if (error.kind === 'network') {
    return networkTrouble(error.code) === 'refused' ? minMs : undefined;
  }
  const isTemporary = error.status === 503 || (error.status === 429 && error.kind !== 'quota');
  return isTemporary && error.retryAfterMs !== undefined && error.retryAfterMs <= maxWaitMs
    ? Math.max(minMs, error.retryAfterMs)
    : undefined;
}

const yearMs = 365 * 24 * 60 * 60 * 1000;

/**
 * The time that the service asks to wait, in milliseconds: `Retry-After` (RFC 9110, section 10.2.3:
 * seconds or an HTTP date) or `retry-after-ms`, whichever is longer, at most a year. A date counts
 * from the `Date` of the response, so that a wrong clock on this computer does not matter; without
 * it, from `nowMs`. A value of another form counts as missing (`docs/service-interface.md`,
 * "Errors" 10).
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const waits = [
    milliseconds(headers.get('retry-after-ms')),
    secondsOrDate(headers.get('retry-after'), parseHttpDate(headers.get('date')) ?? nowMs),
  ].filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.min(yearMs, Math.max(0, ...waits));
}

function milliseconds(value: string | null): number | undefined {
  return value !== null && /^\d+(?:\.\d+)?$/.test(value) ? Math.ceil(Number(value)) : undefined;
}

function secondsOrDate(value: string | null, nowMs: number): number | undefined {
  if (value !== null && /^\d+$/.test(value)) {
    return Number(value) * 1000;
  }
  const untilMs = parseHttpDate(value);
  return untilMs === undefined ? undefined : untilMs - nowMs;
}

/** The three forms of an HTTP date (RFC 9110, section 5.6.7). */
const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc850Date = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Unix time in milliseconds. */
function parseHttpDate(value: string | null): number | undefined {
  if (value === null) {
    return undefined;
  }
  if (asctimeDate.test(value)) {
    // This form names no time zone; it is always UTC.
    return dateMs(`${value} GMT`);
  }
  return imfFixdate.test(value) || rfc850Date.test(value) ? dateMs(value) : undefined;
}

function dateMs(date: string): number | undefined {
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? undefined : ms;
}
