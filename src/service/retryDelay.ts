import { networkTrouble } from '../shared/networkTrouble.ts';
import type { ServiceError } from './serviceError.ts';

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
