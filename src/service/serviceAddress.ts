import * as l10n from '@vscode/l10n';
import { formatNumber } from '../shared/language.ts';
import { keyPlaceholder } from '../shared/service/keySource.ts';
import { knownServicesAt } from '../shared/service/knownServices.ts';
import { ServiceError } from './serviceError.ts';

/** The addresses of a service. A key is sent only to the origin for which it was entered. */
export interface ServiceAddress {
  readonly origin: string;
  /** The base address as it is completed, with its query. */
  readonly base: string;
  readonly modelsUrl: string;
  readonly chatCompletionsUrl: string;
}

/** The paths of the two requests, relative to the base address, where they differ from the usual ones. */
export interface RequestPaths {
  /** Default: `/models`. */
  readonly models?: string | undefined;
  /** Default: `/chat/completions`. */
  readonly chatCompletions?: string | undefined;
}

/**
 * Reads the address that the user entered (`docs/service-interface.md`, "Base address"). It may lack
 * the scheme (`http` is added for this computer, otherwise `https`), may end in slashes or in the path of a
 * request, and may have a query, which goes along with both requests. `/v1` is added to an address without a
 * path only; the path of a known service is completed. Throws `ServiceError` of kind `badRequest` for an
 * address or a path that cannot be used.
 */
export function serviceAddress(baseUrl: string, paths: RequestPaths = {}): ServiceAddress {
  const url = parse(baseUrl);
  const base = [url.origin, ...basePath(url).segments].join('/');
  return {
    origin: url.origin,
    base: `${base}${url.search}`,
    modelsUrl: requestUrl(base, paths.models ?? '/models', url),
    chatCompletionsUrl: requestUrl(base, paths.chatCompletions ?? '/chat/completions', url),
  };
}

/**
 * The same address with `/v1`, or without the `/v1` that Parley has added, for a service that has nothing at
 * the first; `undefined` if the version is the user's own.
 */
export function otherForm(baseUrl: string): string | undefined {
  const url = parse(baseUrl);
  const { segments, isVersionAdded } = basePath(url);
  // What is known needs no guess, and an address with `api-version` is one of Azure's forms.
  if (knownServicesAt(url.hostname).length > 0 || url.searchParams.has('api-version')) {
    return undefined;
  }
  const base = [url.origin, ...segments].join('/');
  if (isVersionAdded) {
    // An address that ends in the path of a request is used as entered.
    return `${base.replace(/\/v1$/, '')}/chat/completions${url.search}`;
  }
  return segments.some((segment) => versionSegment.test(segment))
    ? undefined
    : `${base}/v1${url.search}`;
}

/** A version in a path: `v1`, `v3`, `v1beta`. */
const versionSegment = /^v\d/i;

interface BasePath {
  readonly segments: readonly string[];
  /** Whether `/v1` was added because there was no path. */
  readonly isVersionAdded: boolean;
}

function basePath({ hostname, pathname }: URL): BasePath {
  const entered = segmentsOf(pathname);
  const known = knownServicesAt(hostname).flatMap(({ path }) =>
    path === undefined ? [] : [segmentsOf(path)],
  );
  const asEntered = { segments: entered, isVersionAdded: false };
  if (known.some((path) => isSame(path, entered))) {
    return asEntered;
  }
  const base = withoutRequestPath(entered);
  if (base !== entered) {
    return { ...asEntered, segments: base };
  }
  const completed = known.find((path) => isSame(path.slice(0, entered.length), entered));
  if (completed !== undefined) {
    return { ...asEntered, segments: completed };
  }
  return entered.length === 0 ? { segments: ['v1'], isVersionAdded: true } : asEntered;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((segment, index) => segment === other[index]);
}

/** More than any address has, in characters. */
const maxLength = 4096;

function parse(baseUrl: string): URL {
  if (baseUrl.length > maxLength) {
    refuse(l10n.t('The address is longer than {0} characters.', formatNumber(maxLength)));
  }
  const address = baseUrl.trim();
  if (address === '') {
    refuse(l10n.t('The address is empty.'));
  }
  const url = URL.parse(withScheme(address));
  if (url === null) {
    refuse(l10n.t('The address is not a valid web address.'));
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    refuse(l10n.t('The address must begin with https:// or http://.'));
  }
  if (url.username !== '' || url.password !== '') {
    refuse(
      l10n.t(
        'The address must not contain a user name or password. Enter the key in the key field.',
      ),
    );
  }
  if (url.hash !== '') {
    refuse(l10n.t('The address must not contain “#”.'));
  }
  refuseKeysIn(url);
  return url;
}

const loopback = /^(?:localhost|[^/:]+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])(?:[:/?]|$)/i;

function withScheme(address: string): string {
  if (/^[^/?#]*:\/\//.test(address)) {
    return address;
  }
  return `${loopback.test(address) ? 'http' : 'https'}://${address}`;
}

/** Paths of requests, which people paste along with the address. */
const requestPaths = [
  ['chat', 'completions'],
  ['completions'],
  ['responses'],
  ['messages'],
  ['models'],
];

function withoutRequestPath(segments: readonly string[]): readonly string[] {
  const found = requestPaths.find((path) =>
    path.every((segment, index) => segments[segments.length - path.length + index] === segment),
  );
  return found ? segments.slice(0, -found.length) : segments;
}

/** Characters that a path does not have as it is written in an address. */
const foreign = /[\s\\#\p{Cc}]/u;

/** The address of a request, with the query of the path and that of the base address, in this order. */
function requestUrl(base: string, path: string, { origin, search }: URL): string {
  if (path.length > maxLength) {
    refuse(l10n.t('The path is longer than {0} characters.', formatNumber(maxLength)));
  }
  const url = URL.parse(`${base}/${path.replace(/^\//, '')}`);
  // The base stands before the path, so that no path leads to another origin. One that looks like an address
  // would still be another request than the user means.
  const isAddress = path.startsWith('//') || path.includes('://');
  if (path.trim() === '' || isAddress || foreign.test(path) || url?.origin !== origin) {
    refuse(
      l10n.t(
        'The path must be relative to the address, without spaces, “\\” or “#”, such as {0} or {1}.',
        '/models',
        '../models',
      ),
    );
  }
  refuseKeysIn(url);
  url.search = [url.search, search]
    .map((query) => query.slice(1))
    .filter((query) => query !== '')
    .join('&');
  return url.href;
}

function refuse(message: string): never {
  throw new ServiceError('badRequest', message);
}

/**
 * Throws `ServiceError` of kind `badRequest` if a parameter of the query, or a segment of the path, looks
 * like a key: addresses are logged and shown, and everything between here and the service may keep them. The
 * message repeats no value.
 */
function refuseKeysIn({ pathname, searchParams }: URL): void {
  const found = [...searchParams].find(
    ([name, value]) => soundsLikeKey(name) || looksLikeKey(name) || looksLikeKey(value),
  );
  if (found !== undefined || pathname.split('/').some(hasKeyPrefix)) {
    const [name] = found ?? [''];
    const advice = l10n.t(
      'Enter it as the API key. If the service expects it in a header, write {0} in the header’s value.',
      keyPlaceholder,
    );
    throw new ServiceError(
      'badRequest',
      soundsLikeKey(name) && name.length <= maxShownName
        ? l10n.t('The address must not contain a key, as in “{0}”. {1}', name, advice)
        : l10n.t('The address must not contain a key. {0}', advice),
    );
  }
}

/** In characters. */
const maxShownName = 40;

const keyWords: ReadonlySet<string> = new Set([
  'auth',
  'authorization',
  'bearer',
  'credentials',
  'jwt',
  'pass',
  'pwd',
  'sig',
]);

const keyEnding = /(?:key|token|secret|password|passwd|signature|credential)$/;

/** Whether a parameter's name has a word such as `key` in it: `api-key`, `subscriptionKey`, `access_token`. */
function soundsLikeKey(name: string): boolean {
  const words = name
    .replaceAll(/[a-z](?=[A-Z])/g, '$&-')
    .toLowerCase()
    .split(/[^a-z\d]/);
  return words.some((word) => keyWords.has(word) || keyEnding.test(word));
}

/** What the keys of services begin with, and tokens. */
const keyPrefix =
  /^(?:sk-|sk_|gsk_|csk-|xai-|pplx-|nvapi-|hf_|fw_|gh[a-z]_|github_pat_|AIza|eyJ|Bearer\s)/;

function hasKeyPrefix(text: string): boolean {
  return text.length >= 20 && /\d/.test(text) && keyPrefix.test(text);
}

/** Whether a text is a key by its beginning, or by letters and digits in a row without a pause. */
export function looksLikeKey(text: string): boolean {
  const runs = text.split(/[^A-Za-z\d]/).filter((run) => run.length >= 24);
  return hasKeyPrefix(text) || runs.some((run) => /\d/.test(run) && /[A-Za-z]/.test(run));
}
