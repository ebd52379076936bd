import { isRecord, isString } from '../shared/guards.ts';
import type { ServiceErrorKind } from '../shared/serviceErrorKind.ts';
import { excerpt } from './excerpt.ts';
import type { Redact } from './redactSecrets.ts';
import { ServiceError } from './serviceError.ts';

/** Where a failure happened: `POST https://host/v1/chat/completions`, before or in the reply. */
export interface FailedCall {
  readonly tried: string;
  readonly phase: 'request' | 'reply';
  readonly redact: Redact;
}

type Sentence = readonly [kind: ServiceErrorKind, sentence: string];

const unreachable: Readonly<Record<string, Sentence>> = {
  ECONNREFUSED: ['network', 'The connection was refused: nothing listens at this address'],
  ENOTFOUND: ['network', 'The name of the host is not known'],
  EAI_AGAIN: ['network', 'The name of the host could not be looked up'],
  EHOSTUNREACH: ['network', 'There is no way to the host'],
  ENETUNREACH: ['network', 'There is no network'],
  ETIMEDOUT: ['network', 'The host does not answer'],
  UND_ERR_CONNECT_TIMEOUT: ['network', 'The host does not answer'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'No reply began within the time limit of the network layer'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'The reply paused longer than the network layer allows'],
};

const brokenOff = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET']);
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME|^ERR_(?:TLS|SSL)/;

/**
 * What `fetch` or the body threw, as `ServiceError` of kind `network` or `timeout` with the system's
 * code. The cause is copied without stacks and further properties: an implementation of `fetch` may
 * hang the request on its errors, and the key with it.
 */
export function fetchFailure(error: unknown, call: FailedCall): ServiceError {
  if (error instanceof ServiceError) {
    return error;
  }
  const code = codeOf(error);
  const [kind, sentence] = describe(code, call.phase);
  return new ServiceError(kind, `${sentence} (${call.tried}).`, {
    code,
    cause: copyOfCause(error, call.redact),
  });
}

function describe(code: string | undefined, phase: FailedCall['phase']): Sentence {
  const known = code === undefined ? undefined : unreachable[code];
  if (known) {
    return known;
  }
  if (code !== undefined && certificate.test(code)) {
    return ['network', `The certificate of the host is not trusted (${code})`];
  }
  if (phase === 'reply') {
    return ['network', 'The connection broke in the middle of the reply'];
  }
  return code !== undefined && brokenOff.has(code)
    ? ['network', 'The connection broke before the service answered']
    : ['network', 'The service could not be reached'];
}

/** The first code along the chain of causes; `localhost` may give one error per address family. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (!isRecord(error) || depth > 5) {
    return undefined;
  }
  if (isString(error['code']) && /^[A-Z][A-Z0-9_]{2,60}$/.test(error['code'])) {
    return error['code'];
  }
  const inner = Array.isArray(error['errors']) ? error['errors'] : [];
  return [error['cause'], ...inner]
    .map((cause) => codeOf(cause, depth + 1))
    .find((code) => code !== undefined);
}

function copyOfCause(error: unknown, redact: Redact, depth = 0): Error | undefined {
  if (!(error instanceof Error) || depth > 5) {
    return undefined;
  }
  const cause = copyOfCause(error.cause, redact, depth + 1);
  const copy = new Error(excerpt(redact(error.message)) ?? '', cause && { cause });
  copy.name = excerpt(redact(error.name), 100) ?? 'Error';
  copy.stack = undefined;
  const code = codeOf(error);
  return code === undefined ? copy : Object.assign(copy, { code });
}
