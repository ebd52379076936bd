import * as l10n from '@vscode/l10n';
import { ServiceError } from './serviceError.ts';

/** The addresses of a service. A key is sent only to the origin for which it was entered. */
export interface ServiceAddress {
  readonly origin: string;
  readonly modelsUrl: string;
  readonly chatCompletionsUrl: string;
}

/**
 * Reads the address that the user entered (`docs/service-interface.md`, "Base address"). It may lack
 * the scheme (`http` is added for this computer, otherwise `https`) and the version (`/v1` is added),
 * and may end in slashes or in the path of a request. Throws `ServiceError` of kind `badRequest` for an
 * address that cannot be used.
 */
export function serviceAddress(baseUrl: string): ServiceAddress {
  const url = parse(baseUrl.trim());
  const segments = withoutRequestPath(url.pathname.split('/').filter((segment) => segment !== ''));
  const path = segments.some((segment) => versionSegment.test(segment))
    ? segments
    : [...segments, 'v1'];
  const base = [url.origin, ...path].join('/');
  return {
    origin: url.origin,
    modelsUrl: `${base}/models`,
    chatCompletionsUrl: `${base}/chat/completions`,
  };
}

/** A version in a path: `v1`, `v3`, `v1beta`. */
const versionSegment = /^v\d/i;

function parse(address: string): URL {
  if (address === '') {
    throw new ServiceError('badRequest', l10n.t('The address is empty.'));
  }
  const url = URL.parse(withScheme(address));
  if (url === null) {
    throw new ServiceError('badRequest', l10n.t('The address is not a valid web address.'));
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ServiceError(
      'badRequest',
      l10n.t('The address must begin with https:// or http://.'),
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new ServiceError(
      'badRequest',
      l10n.t(
        'The address must not contain a user name or password. Enter the key in the key field.',
      ),
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new ServiceError('badRequest', l10n.t('The address must not contain “?” or “#”.'));
  }
  return url;
}

const loopback = /^(?:localhost|[^/:]+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])(?:[:/]|$)/i;

function withScheme(address: string): string {
  if (address.includes('://')) {
    return address;
  }
  return `${loopback.test(address) ? 'http' : 'https'}://${address}`;
}

/** Paths of requests, which people paste along with the address. */
const requestPaths = [['chat', 'completions'], ['completions'], ['models']];

function withoutRequestPath(segments: readonly string[]): readonly string[] {
  const found = requestPaths.find((path) =>
    path.every((segment, index) => segments[segments.length - path.length + index] === segment),
  );
  return found ? segments.slice(0, -found.length) : segments;
}
