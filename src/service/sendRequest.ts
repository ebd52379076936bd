import { failureCode } from '../shared/service/serviceErrorKind.ts';
import type { Call } from './request.ts';
import type { Connection } from './endpoint.ts';
import type { Deadline } from './deadline.ts';
import { fetchFailure } from './fetchFailure.ts';
import { ServiceError } from './serviceError.ts';

const maxRedirects = 5;

/**
 * Sends one request and gives the answer, whatever its status. 307 and 308 within the origin are
 * followed, at most 5 times. Any other redirect would take the key or the prompt elsewhere or change
 * the method: it throws `ServiceError` of kind `protocol` that names the new address. Also throws
 * `aborted`, `timeout` and `network`.
 */
export async function sendRequest(
  call: Call,
  connection: Connection,
  deadline: Deadline,
): Promise<Response> {
  let { url } = call;
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetchOnce({ ...call, url }, connection, deadline);
    if (!isRedirect(response)) {
      return response;
    }
    discard(response);
    const location = response.headers.get('location');
    const target = location === null ? null : URL.parse(location, url);
    const isFollowed =
      (response.status === 307 || response.status === 308) &&
      target?.origin === connection.address.origin &&
      redirects < maxRedirects;
    if (!isFollowed) {
      throw redirectError(response, target, call, connection);
    }
    url = target.href;
  }
}

async function fetchOnce(
  call: Call,
  connection: Connection,
  deadline: Deadline,
): Promise<Response> {
  if (deadline.failure) {
    throw deadline.failure;
  }
  try {
    const pending = connection.fetch(call.url, {
      method: call.method,
      headers: { ...call.headers },
      body: call.body,
      signal: deadline.signal,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
    });
    // An injected `fetch` may not heed the signal; then its late answer is let go of.
    pending.then((response) => deadline.signal.aborted && discard(response)).catch(() => {});
    return await deadline.race(pending);
  } catch (error) {
    const { tried } = call;
    const { redact } = connection;
    throw deadline.failure ?? fetchFailure(error, { tried, redact, phase: 'request' });
  }
}

/** A browser shows nothing of a redirect that is not followed but that it was one. */
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
  { redact }: Connection,
): ServiceError {
  // The query is left out: it may hold what the service was sent.
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
