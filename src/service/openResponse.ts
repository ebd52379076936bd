import { openByteSource, type ByteSource } from './byteSource.ts';
import type { Call } from './request.ts';
import type { CallOptions, Connection } from './endpoint.ts';
import { createDeadline, type Deadline, delay } from './deadline.ts';
import { errorFromResponse } from './errorFromResponse.ts';
import { retryDelayMs } from './retry.ts';
import { sendRequest } from './sendRequest.ts';
import { ServiceError } from './serviceError.ts';

/** A request that was answered with a status of success, and whose body is still to be read. */
export interface Exchange {
  readonly call: Call;
  readonly response: Response;
  readonly source: ByteSource;
  readonly deadline: Deadline;
  readonly connection: Connection;
  /** When the request went out, by `performance.now()`. */
  readonly sentAtMs: number;
}

/**
 * Sends a request, again where that is safe (`retryDelayMs`), until it is answered with success.
 * The caller closes the exchange's deadline when it has read enough. Throws `ServiceError`.
 */
export async function openExchange(
  call: Call,
  connection: Connection,
  { signal, onDiagnostic, wait }: CallOptions,
): Promise<Exchange> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openOnce(call, connection, signal);
    } catch (error) {
      const delayMs = error instanceof ServiceError ? retryDelayMs(error, attempt) : undefined;
      if (!(error instanceof ServiceError) || delayMs === undefined) {
        throw error;
      }
      const retry = { kind: 'retryScheduled', delayMs, attempt, reason: error.kind } as const;
      onDiagnostic?.(retry);
      await (wait === undefined ? delay(delayMs, signal) : wait(retry));
    }
  }
}

async function openOnce(
  call: Call,
  connection: Connection,
  signal: AbortSignal | undefined,
): Promise<Exchange> {
  const { firstByteMs, idleMs } = connection;
  const deadline = createDeadline({ tried: call.tried, signal, firstByteMs, idleMs });
  const sentAtMs = performance.now();
  try {
    const response = await sendRequest(call, connection, deadline);
    if (!response.ok) {
      throw await errorFromResponse(response, call, connection, deadline);
    }
    if (response.body === null) {
      throw new ServiceError('protocol', `The answer has no content (${call.tried}).`, {
        status: response.status,
      });
    }
    const { redact } = connection;
    const source = openByteSource(response.body, deadline, { tried: call.tried, redact });
    return { call, response, source, deadline, connection, sentAtMs };
  } catch (error) {
    deadline.close();
    throw error;
  }
}
