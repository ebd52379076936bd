import * as l10n from '@vscode/l10n';
import { formatNumber } from '../shared/language.ts';
import {
  hasKeyedHeader,
  hasKeyPlace,
  keyPlaceholder,
  withKey,
} from '../shared/service/keySource.ts';
import { isSecretHeader, type Redact, secretMask } from './redactSecrets.ts';
import { ServiceError } from './serviceError.ts';

/** The key and the headers that the user entered. */
interface HeaderOptions {
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const maxHeaders = 32;

/** Of name and value together. */
const maxHeaderLength = 8192;

/** A header name (RFC 9110, section 5.6.2). */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** A value that `fetch` can send, without control characters. */
const sendable = /^[\u0020-\u007e\u00a0-\u00ff]*$/;

/** Headers that Parley or the transport sets, in lower case. */
const reserved = new Set([
  'accept',
  'accept-encoding',
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
 * The headers of every request: the user's own (`docs/service-interface.md`, "Endpoints" 2) and, if
 * there is a key, `Authorization: Bearer` ("Authentication" 1 and 2), unless a header of the user has a place
 * for the key. Without a key, such a header is left out. Throws `ServiceError`: `auth` for
 * a key that cannot be sent, `badRequest` for a header that is reserved or cannot be sent.
 */
export function requestHeaders(options: HeaderOptions): Readonly<Record<string, string>> {
  const own = Object.entries(options.headers ?? {});
  if (own.length > maxHeaders) {
    throw new ServiceError(
      'badRequest',
      l10n.t('A connection can have at most {0} extra headers.', formatNumber(maxHeaders)),
    );
  }
  for (const [name, value] of own) {
    checkHeader(name, value);
  }
  const key = options.apiKey?.trim() ?? '';
  if (!sendable.test(key)) {
    throw new ServiceError(
      'auth',
      l10n.t('The key contains characters that cannot be sent in a header. Enter it again.'),
    );
  }
  const filled = own.flatMap(([name, value]) =>
    hasKeyPlace(value) ? (key === '' ? [] : [[name, filledIn(name, value, key)]]) : [[name, value]],
  );
  const isBearer = key !== '' && !hasKeyedHeader(options.headers);
  return { ...Object.fromEntries(filled), ...(isBearer ? { Authorization: `Bearer ${key}` } : {}) };
}

/** Throws before the value is made, which may have the key in many places. */
function filledIn(name: string, value: string, key: string): string {
  const places = value.split(keyPlaceholder).length - 1;
  checkLength(name, value.length + places * key.length);
  return withKey(value, key);
}

function checkHeader(name: string, value: string): void {
  if (!token.test(name)) {
    throw new ServiceError(
      'badRequest',
      l10n.t('“{0}” is not a valid header name.', name.slice(0, 100)),
    );
  }
  checkLength(name, value.length);
  checkPlaceholders(name, value);
  if (reserved.has(name.toLowerCase())) {
    throw new ServiceError(
      'badRequest',
      l10n.t('“{0}” cannot be set here. Parley sets it itself.', name),
    );
  }
  if (!sendable.test(value)) {
    throw new ServiceError(
      'badRequest',
      l10n.t('The value of the header “{0}” contains characters that cannot be sent.', name),
    );
  }
}

function checkPlaceholders(name: string, value: string): void {
  if (name.toLowerCase() === 'authorization' && !hasKeyPlace(value)) {
    throw new ServiceError(
      'badRequest',
      l10n.t(
        'The header “{0}” must contain {1} in place of the API key, as in “{2}”. Enter the key itself as the API key.',
        name,
        keyPlaceholder,
        `Token ${keyPlaceholder}`,
      ),
    );
  }
  if (withKey(value, '').includes('${')) {
    throw new ServiceError(
      'badRequest',
      l10n.t(
        'In the value of the header “{0}”, {1} is the only placeholder.',
        name,
        keyPlaceholder,
      ),
    );
  }
}

function checkLength(name: string, valueLength: number): void {
  if (name.length + valueLength > maxHeaderLength) {
    throw new ServiceError(
      'badRequest',
      l10n.t(
        'The header “{0}” is longer than {1} characters.',
        name.slice(0, 100),
        formatNumber(maxHeaderLength),
      ),
    );
  }
}

/** In place of the key; a shell replaces the variable. */
export const shownKey = '$API_KEY';

/**
 * The headers of every request as they are shown: `$API_KEY` in place of the key, a mask in place of the value of
 * another header whose name says that it is secret. Throws as `requestHeaders` does.
 */
export function shownHeaders(
  { apiKey, headers = {} }: HeaderOptions,
  redact: Redact,
): Readonly<Record<string, string>> {
  const shown = requestHeaders({ apiKey: apiKey?.trim() && shownKey, headers });
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => {
      const own = Object.hasOwn(headers, name) ? headers[name] : undefined;
      const isSecret = own !== undefined && !hasKeyPlace(own) && isSecretHeader(name);
      return [name, isSecret ? secretMask : redact(value)];
    }),
  );
}
