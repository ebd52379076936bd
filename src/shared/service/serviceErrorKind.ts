/** Why a request failed; decides what the user is told to do. */
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

/** One of the reasons why a request failed. */
export type ServiceErrorKind = (typeof serviceErrorKinds)[number];

/** Codes that Parley gives to failures for which neither the service nor the system has one. */
export const failureCode = {
  /** No reply began in time. */
  firstByteTimeout: 'FIRST_BYTE_TIMEOUT',
  /** A reply began and then paused for too long. */
  idleTimeout: 'IDLE_TIMEOUT',
  /** A web page came where the interface has JSON or an event stream. */
  webPage: 'WEB_PAGE',
  /** The service sent the request on to another address. */
  redirect: 'REDIRECT',
  /** The `fetch` of a browser failed, which keeps to itself why. */
  browserFetchFailed: 'BROWSER_FETCH_FAILED',
  /** A key that was kept is no longer given by the secret store. */
  keyLost: 'KEY_LOST',
  /** The connection was moved to another origin, for which no key has been set. */
  keyMoved: 'KEY_FOR_OTHER_ADDRESS',
} as const;

/** What kept a request from its service, or its reply from Parley, as far as the code tells. */
export type NetworkTrouble =
  | 'refused'
  | 'unknownHost'
  | 'noRoute'
  | 'noAnswer'
  | 'untrustedCertificate'
  | 'expiredCertificate'
  | 'otherHostsCertificate'
  | 'noTls'
  | 'browser'
  | 'broken';

/** Codes of the system (`man 3 errno`), of Node.js, and of Chromium (`net_error_list.h`). */
const troubles: readonly (readonly [trouble: NetworkTrouble, codes: RegExp])[] = [
  ['refused', /^(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)$/],
  ['unknownHost', /^(?:ENOTFOUND|EAI_\w+|ERR_NAME_\w+)$/],
  [
    'noRoute',
    /^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE)$/,
  ],
  ['noAnswer', /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT)$/],
  ['expiredCertificate', /^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_CERT_DATE_INVALID)$/],
  ['otherHostsCertificate', /ALTNAME|^ERR_CERT_COMMON_NAME_INVALID$/],
  ['untrustedCertificate', /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/],
  ['noTls', /^(?:EPROTO|ERR_(?:TLS|SSL)_.*)$/],
  ['browser', new RegExp(`^${failureCode.browserFetchFailed}$`)],
  ['broken', /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|ERR_CONNECTION_\w+)$/],
];

/** The trouble behind a code; nothing for a missing code and one that says nothing of the kind. */
export function networkTrouble(code: string | undefined): NetworkTrouble | undefined {
  return code === undefined ? undefined : troubles.find(([, codes]) => codes.test(code))?.[0];
}
