import { failureCode } from './failureCode.ts';

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
