import * as l10n from '@vscode/l10n';
import { networkTrouble } from '../../shared/service/serviceErrorKind.ts';
import type { CallOptions, Endpoint } from '../endpoint.ts';
import { ServiceError } from '../serviceError.ts';
import { type ByteSource, openByteSource } from './byteSource.ts';
import { abortedError, createDeadline, type Deadline, delay, unlessAborted } from './deadline.ts';
import { type AnsweredCall, errorFromResponse } from './errorFromResponse.ts';
import type { Call } from './request.ts';
import { sendRequest } from './sendRequest.ts';

/** A successful response whose body is still to be read. */
export interface OpenResponse extends AnsweredCall {
  /** The body. */
  readonly source: ByteSource;
  /** Limits the time of reading. Whoever opened the response closes it, and with it the connection. */
  readonly deadline: Deadline;
  /** When the request was sent, by `performance.now()`. */
  readonly sentAtMs: number;
}

/**
 * Sends a request until it succeeds or may not be repeated (`retryDelayMs`), and gives the response.
 * The caller closes its `deadline` when it has read enough. Throws `ServiceError`.
 */
export async function openResponse(
  call: Call,
  endpoint: Endpoint,
  options: CallOptions,
): Promise<OpenResponse> {
  const { signal, onDiagnostic, wait, isRepeated = true } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openOnce(call, endpoint, options);
    } catch (error) {
      const delayMs = error instanceof ServiceError ? retryDelayMs(error, attempt) : undefined;
      if (!(error instanceof ServiceError) || delayMs === undefined || !isRepeated) {
        throw error;
      }
      const retry = { kind: 'retryScheduled', delayMs, attempt, reason: error.kind } as const;
      onDiagnostic?.(retry);
      await (wait === undefined
        ? delay(delayMs, signal)
        : unlessAborted(wait(retry), signal, () => abortedError(signal)));
    }
  }
}

async function openOnce(
  call: Call,
  endpoint: Endpoint,
  { signal, onResponse }: CallOptions,
): Promise<OpenResponse> {
  const { tried } = call;
  const { firstByteMs, idleMs, redact } = endpoint;
  const deadline = createDeadline({ tried, signal, firstByteMs, idleMs });
  const sentAtMs = performance.now();
  try {
    const response = await sendRequest(call, endpoint, deadline);
    onResponse?.(response);
    if (!response.ok) {
      throw await errorFromResponse({ call, endpoint, response }, deadline);
    }
    if (response.body === null) {
      throw new ServiceError('protocol', l10n.t('The service sent an empty response.'), {
        tried,
        status: response.status,
      });
    }
    const source = openByteSource(response.body, deadline, { tried, redact });
    return { call, endpoint, response, source, deadline, sentAtMs };
  } catch (error) {
    deadline.close();
    throw error;
  }
}

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
function retryDelayMs(error: ServiceError, attempt: number): number | undefined {
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
