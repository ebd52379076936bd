import { networkTrouble } from '../shared/service/serviceErrorKind.ts';
import type { ServiceError } from './serviceError.ts';

const maxMs = 365 * 24 * 60 * 60 * 1000;

/** The three forms of an HTTP date (RFC 9110, section 5.6.7); the third names no time zone. */
const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc850Date = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * How long the service asks to wait, in milliseconds, from `Retry-After` (RFC 9110, section 10.2.3:
 * seconds or an HTTP date) and `retry-after-ms`; the longer one where both are given, at most a year.
 * A date counts from the answer's own `Date`, so that a wrong clock here does no harm, else from
 * `nowMs`. Anything else is as if it were missing.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const waits = [
    milliseconds(headers.get('retry-after-ms')),
    secondsOrDate(headers.get('retry-after'), parseHttpDate(headers.get('date')) ?? nowMs),
  ].filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.min(maxMs, Math.max(0, ...waits));
}

function milliseconds(value: string | null): number | undefined {
  return value !== null && /^\d+(?:\.\d+)?$/.test(value) ? Math.ceil(Number(value)) : undefined;
}

function secondsOrDate(value: string | null, nowMs: number): number | undefined {
  if (value !== null && /^\d+$/.test(value)) {
    return Number(value) * 1000;
  }
  const dateMs = parseHttpDate(value);
  return dateMs === undefined ? undefined : dateMs - nowMs;
}

function parseHttpDate(value: string | null): number | undefined {
  if (value === null) {
    return undefined;
  }
  const known = imfFixdate.test(value) || rfc850Date.test(value);
  const date = asctimeDate.test(value) ? `${value} GMT` : value;
  const ms = known || date !== value ? Date.parse(date) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

const maxRepetitions = 2;
const maxWaitMs = 120_000;
const backoffMs = 250;

/**
 * How long to wait before a failed request is sent again on its own, or `undefined` if it is not.
 * It is repeated at most twice, and only where the service cannot have billed it: the connection was
 * refused, or it was answered with 429 or 503 and a `Retry-After` of at most two minutes.
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
