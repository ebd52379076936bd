import { ServiceError } from './serviceError.ts';

/** What the user gives to be sent as headers. */
export interface HeaderOptions {
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const maxHeaders = 32;
const maxHeaderLength = 8192;

/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** What `fetch` can put into a header, without control characters. */
const sendable = /^[\u0020-\u007e\u00a0-\u00ff]*$/;

/** Headers that Parley or the transport sets. */
const reserved = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers that every request carries: the user's own and, where there is a key,
 * `Authorization: Bearer` (`service-interface.md`, "Authentication"). Throws `ServiceError`: `auth`
 * for a key that cannot be sent, `badRequest` for a header that is reserved or cannot be sent.
 */
export function requestHeaders(options: HeaderOptions): Readonly<Record<string, string>> {
  const own = Object.entries(options.headers ?? {});
  if (own.length > maxHeaders) {
    throw new ServiceError('badRequest', `There can be at most ${maxHeaders} extra headers.`);
  }
  for (const [name, value] of own) {
    checkHeader(name, value);
  }
  const key = options.apiKey?.trim() ?? '';
  if (!sendable.test(key)) {
    throw new ServiceError(
      'auth',
      'The key contains characters that cannot be sent in a header. Enter it again.',
    );
  }
  return { ...Object.fromEntries(own), ...(key === '' ? {} : { Authorization: `Bearer ${key}` }) };
}

function checkHeader(name: string, value: string): void {
  if (!token.test(name)) {
    throw new ServiceError('badRequest', `"${name.slice(0, 100)}" is not a header name.`);
  }
  if (reserved.has(name.toLowerCase())) {
    throw new ServiceError('badRequest', `The header "${name}" is set by Parley itself.`);
  }
  if (!sendable.test(value)) {
    throw new ServiceError(
      'badRequest',
      `The value of the header "${name}" contains characters that cannot be sent.`,
    );
  }
  if (name.length + value.length > maxHeaderLength) {
    throw new ServiceError(
      'badRequest',
      `The header "${name.slice(0, 100)}" is longer than ${maxHeaderLength} characters.`,
    );
  }
}
