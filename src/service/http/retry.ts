import { networkTrouble } from '../../shared/service/serviceErrorKind.ts';
import { parseHttpDate } from './httpDate.ts';
import type { ServiceError } from '../serviceError.ts';

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
 * seconds, here also with decimals, or an HTTP date) or `retry-after-ms`, whichever is longer, at most
 * a year. A date counts from the `Date` of the response, so that a wrong clock on this computer does
 * not matter; without it, from `nowMs`. A value of another form counts as missing
 * (`docs/service-interface.md`, "Errors" 10).
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const sentAtMs = parseHttpDate(headers.get('date') ?? '', nowMs) ?? nowMs;
  const waits = [
    numberOf(headers.get('retry-after-ms')),
    secondsOrDate(headers.get('retry-after') ?? '', sentAtMs),
  ].filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.min(yearMs, Math.ceil(Math.max(0, ...waits)));
}

function numberOf(value: string | null): number | undefined {
  return value !== null && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function secondsOrDate(value: string, sentAtMs: number): number | undefined {
  const seconds = numberOf(value);
  const untilMs = seconds === undefined ? parseHttpDate(value, sentAtMs) : undefined;
  return untilMs === undefined ? seconds && seconds * 1000 : untilMs - sentAtMs;
}
