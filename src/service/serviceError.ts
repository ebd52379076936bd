import type { RefusedField } from '../shared/service/requestAdjustment.ts';
import type { ServiceErrorKind } from '../shared/service/serviceErrorKind.ts';

/** The facts of a failure beside its kind and its message. */
export interface ServiceErrorFacts {
  /** HTTP status of the response; missing if there was none. */
  readonly status?: number | undefined;
  /**
   * The code of the service or of the system (`ECONNREFUSED`). Always `model_not_found` if the service
   * does not have the model.
   */
  readonly code?: string | undefined;
  /** The ID by which the operator of the service finds the request in a log. */
  readonly requestId?: string | undefined;
  /** How long the service asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The words of the service, at most 500 characters. */
  readonly detail?: string | undefined;
  /** The field of the request that the service rejected. */
  readonly refused?: RefusedField | undefined;
  readonly cause?: unknown;
}

/**
 * The only error that the client throws. Its kind is `aborted` if the caller aborts, `timeout` if a
 * time limit passes, `network` if the connection fails or breaks, `protocol` if a response is not what
 * `docs/service-interface.md` describes, `badRequest` or `auth` if a request cannot be sent; an error
 * that the service reports has a kind by "Errors" 5. It never contains the key or the body of the
 * request.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly detail: string | undefined;
  readonly refused: RefusedField | undefined;

  constructor(kind: ServiceErrorKind, message: string, facts: ServiceErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = kind;
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.detail = facts.detail;
    this.refused = facts.refused;
  }
}

/**
 * Makes a `ServiceError` of an error that nobody has foreseen, such as an answer that is too much for
 * the runtime. Of it only the name is kept: its message could repeat anything.
 */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) {
    return error;
  }
  const cause = new Error(error instanceof Error ? error.name : 'Unknown');
  cause.stack = undefined;
  return new ServiceError('protocol', 'The answer of the service could not be processed.', {
    cause,
  });
}
