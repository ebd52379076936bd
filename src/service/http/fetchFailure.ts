import * as l10n from '@vscode/l10n';
import {
  failureCode,
  networkTrouble,
  type NetworkTrouble,
  type ServiceErrorKind,
} from '../../shared/service/serviceErrorKind.ts';
import { isRecord, isString, type WireObject } from '../../shared/guards.ts';
import { safeExcerpt } from '../excerpt.ts';
import type { Redact } from '../redactSecrets.ts';
import { ServiceError } from '../serviceError.ts';

/** The call that failed. */
export interface FailedCall {
  /** `POST https://host/v1/chat/completions`, for error messages. */
  readonly tried: string;
  /** Whether it failed before the response or while its body was read. */
  readonly phase: 'request' | 'reply';
  readonly redact: Redact;
}

/**
 * Makes a `ServiceError` of kind `network` or `timeout`, with the code of the system, of an error that
 * `fetch` or the body threw. The cause is copied without stacks and further properties: an
 * implementation of `fetch` may attach the request, and with it the key, to its errors.
 */
export function fetchFailure(error: unknown, call: FailedCall): ServiceError {
  if (error instanceof ServiceError) {
    return error;
  }
  const code = codeOf(error);
  const [kind, summary] = describe(code, call.phase, proxyStatusOf(error));
  return new ServiceError(kind, summary, {
    tried: call.tried,
    code,
    cause: copyOfCause(error, call.redact),
  });
}

/** With a proxy, the error does not tell at which of the two the connection failed: the sentences hold for both. */
const summaries: Readonly<Record<NetworkTrouble, () => string>> = {
  refused: () => l10n.t('The connection was refused: nothing is listening there.'),
  unknownHost: () => l10n.t('The host name could not be resolved.'),
  noRoute: () => l10n.t('The host is unreachable.'),
  noAnswer: () => l10n.t('The host did not respond.'),
  untrustedCertificate: () => l10n.t('The certificate of the host or of a proxy is not trusted.'),
  expiredCertificate: () =>
    l10n.t('The certificate of the host or of a proxy has expired or is not valid yet.'),
  otherHostsCertificate: () => l10n.t('The certificate belongs to another host.'),
  noTls: () => l10n.t('No encrypted connection could be established.'),
  proxySignIn: () => l10n.t('The proxy requires a sign-in.'),
  proxyRejected: () => l10n.t('The proxy rejected the connection.'),
  browser: () => l10n.t('The browser blocked the request and gave no reason.'),
  broken: () => l10n.t('The connection was lost before the service replied.'),
};

/** Time limits of the network layer, which apply in addition to those of the client. */
const layerTimeouts: Readonly<Record<string, () => string>> = {
  UND_ERR_HEADERS_TIMEOUT: () =>
    l10n.t('No reply began within the time limit of the network layer.'),
  UND_ERR_BODY_TIMEOUT: () => l10n.t('The reply paused for longer than the network layer allows.'),
};

function describe(
  code: string | undefined,
  phase: FailedCall['phase'],
  proxyStatus: string | undefined,
): readonly [kind: ServiceErrorKind, summary: string] {
  const timeout = code === undefined ? undefined : layerTimeouts[code];
  if (timeout !== undefined) {
    return ['timeout', timeout()];
  }
  const trouble = networkTrouble(code);
  if (phase === 'reply' && (trouble === undefined || trouble === 'broken')) {
    return ['network', l10n.t('The connection was lost during the reply.')];
  }
  if (trouble === 'proxyRejected' && proxyStatus !== undefined) {
    return [
      'network',
      l10n.t('The proxy rejected the connection with the status {0}.', proxyStatus),
    ];
  }
  return ['network', trouble ? summaries[trouble]() : l10n.t('The service could not be reached.')];
}

/** How many levels of causes are read. */
const maxDepth = 5;

/** The first code in the chain of causes; `localhost` may give one error for each address family. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (!isRecord(error) || depth > maxDepth) {
    return undefined;
  }
  if (isHiddenSignIn(error)) {
    return failureCode.proxySignIn;
  }
  const named = isString(error['message']) ? codeInMessage(error['message']) : undefined;
  if (named !== undefined) {
    return named;
  }
  if (isString(error['code']) && /^[A-Z][A-Z0-9_/]{2,60}$/.test(error['code'])) {
    return error['code'];
  }
  const inner = Array.isArray(error['errors']) ? error['errors'] : [];
  return [error['cause'], ...inner]
    .map((cause) => codeOf(cause, depth + 1))
    .find((code) => code !== undefined);
}

/**
 * Whether Node's `fetch` has received the status 407. It gives no response then, as the Fetch Standard has it
 * ("HTTP-network-or-cache fetch"), and an error whose cause has neither words nor a code, as nothing else has.
 */
function isHiddenSignIn({ message, cause }: WireObject): boolean {
  return (
    message === 'fetch failed' &&
    isRecord(cause) &&
    (cause['message'] === '' || cause['message'] === 'proxy authentication required') &&
    cause['code'] === undefined &&
    cause['errors'] === undefined
  );
}

/** How Node says that a proxy opened no connection. Its code for that has other meanings as well. */
const proxyResponse = /^Proxy response \((\d{3})\)/;

/** The status with which a proxy opened no connection. */
function proxyStatusOf(error: unknown, depth = 0): string | undefined {
  if (!isRecord(error) || depth > maxDepth) {
    return undefined;
  }
  const { message, cause } = error;
  const status = isString(message) ? proxyResponse.exec(message)?.[1] : undefined;
  return status ?? proxyStatusOf(cause, depth + 1);
}

/** Chromium puts its code into the message; in a page, browsers only say that the request failed. */
function codeInMessage(message: string): string | undefined {
  const proxyStatus = proxyResponse.exec(message)?.[1];
  if (proxyStatus !== undefined) {
    return proxyStatus === '407' ? failureCode.proxySignIn : failureCode.proxyRejected;
  }
  return /^(?:Failed to fetch|NetworkError when attempting to fetch|Load failed)/.test(message)
    ? failureCode.browserFetchFailed
    : /\bnet::(ERR_[A-Z0-9_]{2,60})/.exec(message)?.[1];
}

function copyOfCause(error: unknown, redact: Redact, depth = 0): Error | undefined {
  if (!(error instanceof Error) || depth > maxDepth) {
    return undefined;
  }
  const cause = copyOfCause(error.cause, redact, depth + 1);
  const copy = new Error(safeExcerpt(error.message, redact) ?? '', cause && { cause });
  copy.name = safeExcerpt(error.name, redact, 100) ?? 'Error';
  copy.stack = undefined;
  const code = codeOf(error);
  return code === undefined ? copy : Object.assign(copy, { code });
}
