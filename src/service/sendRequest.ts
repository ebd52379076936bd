import { failureCode } from '../shared/service/serviceErrorKind.ts';
import type { Deadline } from './deadline.ts';
import type { Endpoint } from './endpoint.ts';
import { fetchFailure } from './fetchFailure.ts';
import type { Call } from './request.ts';
import { ServiceError } from './serviceError.ts';

const maxRedirects = 5;

/**
 * Sends one request and gives the response, whatever its status. Follows 307 and 308 within the
 * origin, at most 5 times. Any other redirect would send the key or the messages elsewhere, or change
 * the method (`docs/service-interface.md`, "Redirects"). Throws `ServiceError`: `protocol` for such a
 * redirect, `aborted`, `timeout` and `network`.
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
    const isFollowed =
      (response.status === 307 || response.status === 308) &&
      target?.origin === endpoint.address.origin &&
      redirects < maxRedirects;
    if (!isFollowed) {
      throw redirectError(response, target, call, endpoint);
    }
    url = target.href;
  }
}

async function fetchOnce(call: Call, endpoint: Endpoint, deadline: Deadline): Promise<Response> {
  if (deadline.failure) {
    throw deadline.failure;
  }
  try {
    const pending = endpoint.fetch(call.url, {
      method: call.method,
      headers: { ...call.headers },
      body: call.body,
      signal: deadline.signal,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
    });
    // An injected `fetch` may ignore the signal. Its late response is then discarded.
    pending.then((response) => deadline.signal.aborted && discard(response)).catch(() => {});
    return await deadline.race(pending);
  } catch (error) {
    const { tried } = call;
    const { redact } = endpoint;
    throw deadline.failure ?? fetchFailure(error, { tried, redact, phase: 'request' });
  }
}

/** A browser hides the status of a redirect that is not followed: its type is `opaqueredirect`. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

function discard(response: Response): void {
  if (!response.bodyUsed) {
    response.body?.cancel().catch(() => {});
  }
}

function redirectError(
  response: Response,
  target: URL | null,
  call: Call,
  { redact }: Endpoint,
): ServiceError {
  // The query is left out: it may repeat what was sent to the service.
  const place = target ? redact(`${target.origin}${target.pathname}`) : 'another address';
  return new ServiceError(
    'protocol',
    `The service redirects to ${place.slice(0, 500)}, which was not followed (${call.tried}). ` +
      'If that is the right place, make it the address of the connection.',
    {
      status: response.status === 0 ? undefined : response.status,
      code: failureCode.redirect,
    },
  );
}
