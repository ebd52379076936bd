import { ServiceError } from './serviceError.ts';

/** Where a service is reached. A key that was entered for one origin goes to no other. */
export interface ServiceAddress {
  readonly origin: string;
  readonly modelsUrl: string;
  readonly chatCompletionsUrl: string;
}

const loopback = /^(?:localhost|[^/:]+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])(?:[:/]|$)/i;

/** A version in a path: `v1`, `v3`, `v1beta`. */
const versionSegment = /^v\d/i;

/** Endings that people paste along with the address. */
const endpoints = [['chat', 'completions'], ['completions'], ['models']];

/**
 * Reads what the user gave as base address. It may lack the scheme (`http` for this computer, else
 * `https`) and the version (`/v1` is added unless the path names one), and may end in slashes or in
 * an endpoint's path. Throws `ServiceError` of kind `badRequest` for anything else.
 */
export function serviceAddress(baseUrl: string): ServiceAddress {
  const url = parse(baseUrl.trim());
  const segments = withoutEndpoint(url.pathname.split('/').filter((segment) => segment !== ''));
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

function parse(address: string): URL {
  if (address === '') {
    throw new ServiceError('badRequest', 'The address of the service is empty.');
  }
  const url = URL.parse(withScheme(address));
  if (url === null) {
    throw new ServiceError('badRequest', 'The address of the service is not a web address.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ServiceError('badRequest', 'The address must begin with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new ServiceError(
      'badRequest',
      'The address must not hold a user name or password. Put the key in the key field.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new ServiceError('badRequest', 'The address must end with its path, without "?" or "#".');
  }
  return url;
}

function withScheme(address: string): string {
  if (address.includes('://')) {
    return address;
  }
  return `${loopback.test(address) ? 'http' : 'https'}://${address}`;
}

function withoutEndpoint(segments: readonly string[]): readonly string[] {
  const endpoint = endpoints.find((ending) =>
    ending.every((segment, index) => segments[segments.length - ending.length + index] === segment),
  );
  return endpoint ? segments.slice(0, -endpoint.length) : segments;
}
