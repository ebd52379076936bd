import { isFiniteNumber, isString, isTrue, type ObjectOf, optional } from '../guards.ts';
import { isKeySourceKind } from './keySource.ts';
import { isRefusedField } from './requestAdjustment.ts';

/** Why a request can fail. The kind decides what the user is advised to do. */
export const serviceErrorKinds = [
  'aborted',
  'timeout',
  'network',
  'auth',
  'notFound',
  'rateLimited',
  'quota',
  'badRequest',
  'contextTooLong',
  'server',
  'protocol',
  'stream',
] as const;

/** The kind of a failure. */
export type ServiceErrorKind = (typeof serviceErrorKinds)[number];

/** Codes of failures for which neither the service nor the system has one. */
export const failureCode = {
  /** The reply did not begin in time. */
  firstByteTimeout: 'FIRST_BYTE_TIMEOUT',
  /** The reply began and then paused for too long. */
  idleTimeout: 'IDLE_TIMEOUT',
  /** The service does not stream what was requested. */
  streamRefused: 'STREAM_REFUSED',
  /** The response is a web page and not JSON or an event stream. */
  webPage: 'WEB_PAGE',
  /** The service redirected the request to another address. */
  redirect: 'REDIRECT',
  /** The service redirected the request again and again. */
  redirectLoop: 'REDIRECT_LOOP',
  /** A proxy requires a sign-in. */
  proxySignIn: 'PROXY_SIGN_IN',
  /** A proxy opened no connection to the service. */
  proxyRejected: 'PROXY_REJECTED',
  /** The `fetch` of a browser failed. Browsers do not tell why. */
  browserFetchFailed: 'BROWSER_FETCH_FAILED',
  /** The key was stored, and the secret storage no longer returns it. */
  keyLost: 'KEY_LOST',
  /** The connection now has another origin, for which no key is stored. */
  keyMoved: 'KEY_FOR_OTHER_ADDRESS',
  /** No key with the name in the connection is stored for its origin. */
  keyUnknown: 'KEY_NAME_UNKNOWN',
  /** The environment variable for the key is not set. */
  keyVariable: 'KEY_VARIABLE_NOT_SET',
  /** The command for the key failed, or gave none. */
  keyCommand: 'KEY_COMMAND_FAILED',
  /** There is no Microsoft sign-in for the key. */
  keySignIn: 'KEY_SIGN_IN',
  /** The source of the key needs Node, and the extension host is a browser. */
  keyNotInBrowser: 'KEY_NOT_IN_BROWSER',
} as const;

/** Why a service could not be reached or a connection broke, as far as the code of the error tells. */
export type NetworkTrouble =
  | 'refused'
  | 'unknownHost'
  | 'noRoute'
  | 'noAnswer'
  | 'untrustedCertificate'
  | 'expiredCertificate'
  | 'otherHostsCertificate'
  | 'noTls'
  | 'proxySignIn'
  | 'proxyRejected'
  | 'browser'
  | 'broken';

/** Codes of the system (`man 3 errno`), of Node.js and of Chromium (`net_error_list.h`). The first match counts. */
const troubles: readonly (readonly [trouble: NetworkTrouble, codes: RegExp])[] = [
  ['refused', /^(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)$/],
  ['unknownHost', /^(?:ENOTFOUND|EAI_\w+|ERR_NAME_\w+)$/],
  [
    'noRoute',
    /^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE)$/,
  ],
  ['noAnswer', /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT)$/],
  ['expiredCertificate', /^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_CERT_DATE_INVALID)$/],
  // The first is in the code of Node, and the last is that of its `fetch` if the certificate is that of a proxy.
  ['otherHostsCertificate', /ALTNAME|^(?:ERR_CERT_COMMON_NAME_INVALID|UND_ERR_PRX_TLS)$/],
  ['untrustedCertificate', /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/],
  ['noTls', /^(?:EPROTO|ERR_(?:TLS|SSL)_.*)$/],
  ['proxySignIn', new RegExp(`^${failureCode.proxySignIn}$`)],
  ['proxyRejected', new RegExp(`^(?:${failureCode.proxyRejected}|ERR_TUNNEL_CONNECTION_FAILED)$`)],
  ['browser', new RegExp(`^${failureCode.browserFetchFailed}$`)],
  ['broken', /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|ERR_CONNECTION_\w+)$/],
];

/** The trouble that a code stands for; undefined if the code is missing or not about the network. */
export function networkTrouble(code: string | undefined): NetworkTrouble | undefined {
  return code === undefined ? undefined : troubles.find(([, codes]) => codes.test(code))?.[0];
}

export const failureFacts = {
  /** Method and address of the request: `GET https://host/v1/models`. */
  tried: optional(isString),
  /** HTTP status of the response; missing if there was none. */
  status: optional(isFiniteNumber),
  /**
   * The code of the service or of the system (`ECONNREFUSED`). Always `model_not_found` if the service
   * does not have the model.
   */
  code: optional(isString),
  /** The ID by which the operator of the service finds the request in a log. */
  requestId: optional(isString),
  /** How long the service asks to wait. */
  retryAfterMs: optional(isFiniteNumber),
  /** The words of the service, at most 500 characters. */
  detail: optional(isString),
  /** The field of the request that the service rejected. */
  refused: optional(isRefusedField),
  /** The model takes no images, and the request had some. */
  refusesImages: optional(isTrue),
  /** The service requires a key, and none was sent. */
  isKeyMissing: optional(isTrue),
  /** Where the key came from or was to come from; missing for a typed key. */
  keySource: optional(isKeySourceKind),
};

/** The facts of a failed request beside its kind and its summary. */
export interface FailureFacts extends ObjectOf<typeof failureFacts> {}

/** An error of a service, as far as it is about the key. */
interface KeyErrorFacts {
  readonly kind: ServiceErrorKind;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  /** The words of the service. */
  readonly detail?: string | undefined;
}

const keyCodes = /(?:api|auth|access)[ _-]?(?:key|token)|authenticat/i;

const keyWords =
  /(?:invalid|incorrect|wrong|missing|expired|revoked|no|bad) (?:api[ _-]?key|access token|auth token|credentials)|api[ _-]?key (?:is |was |has |not )?(?:been )?(?:not |in)?(?:valid|correct|missing|expired|revoked|required|found|provided)|authentication (?:failed|required|error)/i;

/** Services say this of a key, and of what a valid key may not do. */
const unauthorized = /unauthori[sz]ed/i;

/** What a valid key may not do. */
const otherMatters = /region|countr|territor|\bplan\b|\btier\b|subscription|\bmodels?\b/i;

/** Whether the code or the words of a service say that the key is missing or wrong. */
export function saysKeyIsWrong({ code = '', detail = '' }: Omit<KeyErrorFacts, 'kind'>): boolean {
  const isUnauthorized = unauthorized.test(code) || unauthorized.test(detail);
  return (
    keyCodes.test(code) || keyWords.test(detail) || (isUnauthorized && !otherMatters.test(detail))
  );
}

/**
 * Whether an error of kind `auth` need not be about the key: the status 403, also as the code of an
 * error within a reply, stands for what the account, its plan or its region may not do, unless the
 * service says that it is the key (`docs/service-interface.md`, "Errors" 5).
 */
export function isForbidden({ kind, status, code, detail }: KeyErrorFacts): boolean {
  const is403 = status === 403 || (status === undefined && code === '403');
  return kind === 'auth' && is403 && !saysKeyIsWrong({ code, detail });
}
