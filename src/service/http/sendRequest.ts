import * as l10n from '@vscode/l10n';
import { failureCode } from '../../shared/service/serviceErrorKind.ts';
import { type Deadline, unlessAborted } from './deadline.ts';
import type { Endpoint } from '../endpoint.ts';
import { safeExcerpt } from '../excerpt.ts';
import { fetchFailure } from './fetchFailure.ts';
import type { Redact } from '../redactSecrets.ts';
import type { Call } from './request.ts';
import { ServiceError } from '../serviceError.ts';

const maxRedirects = 5;

/**
 * Sends one request and gives the response, whatever its status. Follows 307 and 308 within the
 * origin, at most 5 times. Any other redirect would send the key or the messages elsewhere, or change
 * the method (`docs/service-interface.md`, "Redirects"). Throws `ServiceError`: `protocol` for such a
 * redirect and for a sixth one, `aborted`, `timeout` and `network`.
 */
export async function sendRequest(
  call: Call,
  endpoint: Endpoint,
  deadline: Deadline,
): Promise<Response> {
  let { url } = call;
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetchOnce({ ...call, url }, endpoint, deadline);
    if (!isRedirect(response)) {
      return response;
    }
    discard(response);
    const location = response.headers.get('location');
    const target = location === null ? null : URL.parse(location, url);
    const isFollowed = target !== null && isSafe(response, target, endpoint);
    if (!isFollowed || redirects === maxRedirects) {
      throw redirectError(response, target, call, endpoint, isFollowed);
    }
    url = target.href;
  }
}

async function fetchOnce(call: Call, endpoint: Endpoint, deadline: Deadline): Promise<Response> {
  if (deadline.failure) {
    throw deadline.failure;
  }
  let pending: Promise<Response> | undefined;
  try {
    pending = endpoint.fetch(call.url, {
      method: call.method,
      headers: { ...call.headers },
      body: call.body,
      signal: deadline.signal,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
    });
    return await unlessAborted(pending, deadline.signal, () => deadline.failure);
  } catch (error) {
    // An injected `fetch` may ignore the signal. Its late response is then discarded.
    pending?.then(discard).catch(() => {});
    const { tried } = call;
    const { redact } = endpoint;
    throw deadline.failure ?? fetchFailure(error, { tried, redact, phase: 'request' });
  }
}

/** A browser hides the status of a redirect that is not followed: its type is `opaqueredirect`. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/**
 * Whether a redirect repeats the request within the origin. An address such as `blob:https://host/x` has
 * the origin of the one in it, and one with a user name that of the host.
 */
function isSafe({ status }: Response, target: URL, { address }: Endpoint): boolean {
  return (
    (status === 307 || status === 308) &&
    target.origin === address.origin &&
    isWebAddress(target) &&
    target.username === '' &&
    target.password === ''
  );
}

function discard(response: Response): void {
  if (!response.bodyUsed) {
    response.body?.cancel().catch(() => {});
  }
}

/** The error of a redirect that is not followed: to another place, or one too many. */
function redirectError(
  { status }: Response,
  target: URL | null,
  { tried }: Call,
  { redact }: Endpoint,
  isLoop: boolean,
): ServiceError {
  const place = placeOf(target, redact);
  return new ServiceError(
    'protocol',
    place === undefined
      ? l10n.t('Parley did not follow a redirect to another address.')
      : isLoop
        ? l10n.t('The service redirected the request too many times, last to {0}.', place)
        : l10n.t('Parley did not follow a redirect to {0}.', place),
    {
      tried,
      status: status === 0 ? undefined : status,
      code: isLoop ? failureCode.redirectLoop : failureCode.redirect,
    },
  );
}

/** The query is left out: it may repeat what was sent to the service. */
function placeOf(target: URL | null, redact: Redact): string | undefined {
  return target === null || !isWebAddress(target)
    ? undefined
    : safeExcerpt(`${target.origin}${target.pathname}`, redact);
}

function isWebAddress({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
