import type { RefusedField } from '../shared/service/requestAdjustment.ts';
import type { ServiceErrorKind } from '../shared/service/serviceErrorKind.ts';

/** What is known about a failure beside its kind and its message. */
export interface ServiceErrorFacts {
  /** HTTP status of the answer; missing where there was none. */
  readonly status?: number | undefined;
  /** The service's error code or the system's (`ECONNREFUSED`); `model_not_found` where it is clear. */
  readonly code?: string | undefined;
  /** For tracing in the service's log. */
  readonly requestId?: string | undefined;
  /** How long the service asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The service's own words, at most 500 characters. */
  readonly detail?: string | undefined;
  /** The field of the request that the service does not take. */
  readonly refused?: RefusedField | undefined;
  readonly cause?: unknown;
}

/**
 * The one error of the protocol client. It is thrown when the caller aborts (`aborted`), a time
 * limit passes (`timeout`), no connection comes about or it breaks (`network`), the service answers
 * with an error status or error object, an answer is not what the interface says (`protocol`), or a
 * request cannot be sent as it is (`badRequest`, `auth`). It never holds the key or the request body.
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
