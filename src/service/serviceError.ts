import * as l10n from '@vscode/l10n';
import type { FailureFacts, ServiceErrorKind } from '../shared/service/serviceErrorKind.ts';
import type { RefusedField } from '../shared/service/requestAdjustment.ts';
import type { KeySourceKind } from '../shared/service/keySource.ts';

/** The facts of a failure with the error that caused it. */
export interface ServiceErrorFacts extends FailureFacts {
  readonly cause?: unknown;
}

/**
 * The only error that the client throws. Its kind is `aborted` if the caller aborts, `timeout` if a
 * time limit passes, `network` if the connection fails or breaks, `protocol` if a response is not what
 * `docs/service-interface.md` describes, `badRequest` or `auth` if a request cannot be sent; an error
 * that the service reports has a kind by "Errors" 5. Its message is the summary with the request and the
 * status. It never contains the key or the body of the request.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  /** What happened, in one sentence in the display language. */
  readonly summary: string;
  readonly tried: string | undefined;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly detail: string | undefined;
  readonly refused: RefusedField | undefined;
  readonly refusesImages: true | undefined;
  readonly isKeyMissing: true | undefined;
  readonly keySource: KeySourceKind | undefined;

  constructor(kind: ServiceErrorKind, summary: string, facts: ServiceErrorFacts = {}) {
    super(
      withRequest(summary, facts),
      facts.cause === undefined ? undefined : { cause: facts.cause },
    );
    this.kind = kind;
    this.summary = summary;
    this.tried = facts.tried;
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.detail = facts.detail;
    this.refused = facts.refused;
    this.refusesImages = facts.refusesImages;
    this.isKeyMissing = facts.isKeyMissing;
    this.keySource = facts.keySource;
  }

  /** Also one of another bundle, which has a class of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ServiceError';
  }
}

function withRequest(summary: string, { tried, status }: ServiceErrorFacts): string {
  if (tried === undefined) {
    return summary;
  }
  return `${summary} (${status === undefined ? tried : `${tried}: ${status}`})`;
}

/**
 * Makes a `ServiceError` of an unexpected error, such as a reply that is too large for the runtime. Only its
 * name is kept, because its message could contain anything.
 */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) {
    return error;
  }
  const cause = new Error(error instanceof Error ? error.name : 'Unknown');
  cause.stack = undefined;
  return new ServiceError('protocol', l10n.t('The service’s reply could not be processed.'), {
    cause,
  });
}
