import { networkTrouble } from '../../shared/service/serviceErrorKind.ts';
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
  if (error.refusesImages === true) {
    return undefined;
  }
  const isTemporary = error.status === 503 || (error.status === 429 && error.kind !== 'quota');
  return isTemporary && error.retryAfterMs !== undefined && error.retryAfterMs <= maxWaitMs
    ? Math.max(minMs, error.retryAfterMs)
    : undefined;
}
