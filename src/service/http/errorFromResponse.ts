import * as l10n from '@vscode/l10n';
import {
  failureCode,
  isForbidden,
  type ServiceErrorKind,
} from '../../shared/service/serviceErrorKind.ts';
import { isRecord } from '../../shared/guards.ts';
import type { RefusedField } from '../../shared/service/requestAdjustment.ts';
import { openByteSource } from './byteSource.ts';
import {
  classifyError,
  classifyErrorObject,
  contentFilter,
  isFiltered,
  isAboutModel,
  modelNotFound,
} from '../errors/classifyError.ts';
import { isImageRefusal, isStreamRefusal } from '../errors/refusals.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import type { Endpoint } from '../endpoint.ts';
import { errorFacts, type ErrorFacts, factsOfText } from '../errors/errorFacts.ts';
import { isWebPage, safeExcerpt } from '../excerpt.ts';
import { parseJson } from '../parseJson.ts';
import { isNamedSecret } from '../redactSecrets.ts';
import { refusedField } from '../errors/refusedField.ts';
import type { Call } from './request.ts';
import { boundedWait, retryAfterMs } from '../errors/retryAfter.ts';
import { ServiceError } from '../serviceError.ts';

/** A request and the response to it. */
export interface AnsweredCall {
  readonly call: Call;
  readonly endpoint: Endpoint;
  readonly response: Response;
}

const maxBodyBytes = 65_536;

/** Statuses of errors that may be about a field of the request. Some servers fail on one that they do not know. */
const requestStatuses: ReadonlySet<number> = new Set([400, 422, 500, 501]);

/** Whether a request asks for a stream. A call that does so says it in its headers, too. */
function isStreamed({ headers }: Call): boolean {
  return headers['Accept'] === 'text/event-stream';
}

/** The status is already known; the explanation is not worth a longer wait. */
const maxBodyMs = 5000;

/**
 * The error for a response with an error status. Reads the body as far as `docs/service-interface.md`,
 * "Errors" 2, allows (64 KiB, 5 s). Throws `ServiceError` of kind `aborted` if the caller aborts.
 */
export async function errorFromResponse(
  answered: AnsweredCall,
  deadline: Deadline,
): Promise<ServiceError> {
  const { call, response } = answered;
  const { status, headers } = response;
  const body = await readExplanation(answered, deadline);
  const parsed = parseJson(body);
  const facts = parsed === undefined ? factsOfBody(body) : errorFacts(parsed);
  const refusesImages = call.hasImages === true && isImageRefusal(facts);
  const statusKind = refusesImages ? 'badRequest' : classifyError(status, facts);
  const refused =
    !refusesImages && requestStatuses.has(status)
      ? refusedOf(statusKind, parsed ?? body, facts, answered)
      : undefined;
  const refusesStream =
    refused === undefined &&
    (requestStatuses.has(status) || status === 403) &&
    isStreamed(call) &&
    isStreamRefusal(facts);
  const isAboutRequest = refusesStream || (unknownOnly.has(statusKind) && refused !== undefined);
  const kind = isAboutRequest ? 'badRequest' : statusKind;
  return createError(kind, facts, answered, {
    status,
    refusesImages: refusesImages || undefined,
    refusesStream,
    refused,
    retryAfterMs: waitOf(kind, headers, facts),
  });
}

/**
 * The error for an error object that came with a status of success: in a stream (`stream`) or in
 * place of a reply (`server`), unless the object says clearly what kind of error it is.
 */
export function errorFromObject(
  value: unknown,
  answered: AnsweredCall,
  otherwise: 'stream' | 'server',
): ServiceError {
  const facts = errorFacts(value);
  const refusesImages = answered.call.hasImages === true && isImageRefusal(facts);
  const kind = refusesImages ? 'badRequest' : classifyErrorObject(facts, otherwise);
  return createError(kind, facts, answered, {
    refusesImages: refusesImages || undefined,
    retryAfterMs: waitOf(kind, new Headers(), facts),
  });
}

/**
 * The ID by which the operator of a service finds the request in a log: that of the service's headers,
 * else `completionId`, else the ID of Cloudflare, which stands in front of many services.
 */
export function requestIdOf(headers: Headers, completionId?: string): string | undefined {
  const inHeaders = ['x-request-id', 'request-id', 'apim-request-id', 'x-amzn-requestid'].map(
    (name) => headers.get(name),
  );
  const ids = [...inHeaders, completionId, headers.get('cf-ray')];
  return ids.find((id) => typeof id === 'string' && id !== '') ?? undefined;
}

/** What an error says of the response that it is about. */
export function responseFacts({
  call,
  endpoint,
  response,
}: AnsweredCall): Pick<ServiceError, 'tried' | 'status' | 'requestId'> {
  return {
    tried: call.tried,
    status: response.status,
    requestId: safeExcerpt(requestIdOf(response.headers) ?? '', endpoint.redact, 200),
  };
}

/** What happened, by the kind of the error. */
const summaries: Readonly<Record<ServiceErrorKind, () => string>> = {
  aborted: () => l10n.t('The request was stopped.'),
  timeout: () => l10n.t('The service gave up waiting for the request.'),
  network: () => l10n.t('The service could not be reached.'),
  auth: () => l10n.t('The service rejected the key.'),
  notFound: () => l10n.t('The service has nothing at this address.'),
  rateLimited: () => l10n.t('Rate limit reached.'),
  quota: () => l10n.t('The account has no quota or credit left.'),
  badRequest: () => l10n.t('The service rejected the request.'),
  contextTooLong: () => l10n.t('The chat is too long for the model.'),
  server: () => l10n.t('The service could not process the request.'),
  protocol: () => l10n.t('The service sent an unexpected reply.'),
  stream: () => l10n.t('The service reported an error during the reply.'),
};

/** What is known about an error beside the facts in its body. */
interface ResponseFacts {
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly refused?: RefusedField | undefined;
  readonly refusesImages?: true | undefined;
  readonly refusesStream?: boolean;
}

/** Sent by a proxy, never by the service (RFC 9110, section 15.5.8). */
const proxySignInStatus = 407;

/** The kinds of errors that can come from a filter. A filter that fails itself is another matter. */
const filteredKinds: ReadonlySet<ServiceErrorKind> = new Set(['badRequest', 'stream']);

/** What happened, and Parley's own code for it, if there is one. */
function happened(
  kind: ServiceErrorKind,
  facts: ErrorFacts,
  { status, refusesImages, refusesStream }: ResponseFacts,
): readonly [summary: string, code?: string] | undefined {
  if (refusesImages === true) {
    return [l10n.t('The model takes no images.')];
  }
  if (refusesStream === true) {
    return [l10n.t('The service does not stream this reply.'), failureCode.streamRefused];
  }
  if (status === proxySignInStatus) {
    return [l10n.t('The proxy requires a sign-in.'), failureCode.proxySignIn];
  }
  if ((kind === 'notFound' || kind === 'stream') && isAboutModel(status, facts)) {
    return [l10n.t('The service does not have this model.'), modelNotFound];
  }
  return isFiltered(facts) && filteredKinds.has(kind)
    ? [l10n.t('A filter of the service rejected the request.'), contentFilter]
    : undefined;
}

/** Text of the service is redacted and cut to length here. */
function createError(
  kind: ServiceErrorKind,
  facts: ErrorFacts,
  { call, endpoint, response }: AnsweredCall,
  known: ResponseFacts,
): ServiceError {
  const isNotPermitted = isForbidden({
    kind,
    status: known.status,
    code: facts.code,
    detail: facts.message,
  });
  const isKeyMissing =
    kind === 'auth' && !isNotPermitted && !Object.keys(call.headers).some(isNamedSecret);
  const usual = isNotPermitted
    ? l10n.t('The request is not permitted.')
    : isKeyMissing
      ? l10n.t('The service requires a key.')
      : summaries[kind]();
  const [summary, code] = happened(kind, facts, known) ?? [usual];
  const bounded = (text: string | undefined, max?: number): string | undefined =>
    text === undefined ? undefined : safeExcerpt(text, endpoint.redact, max);
  return new ServiceError(kind, summary, {
    status: known.status,
    retryAfterMs: known.retryAfterMs,
    refused: known.refused,
    refusesImages: known.refusesImages,
    tried: call.tried,
    ...(isKeyMissing ? { isKeyMissing } : {}),
    code: code ?? bounded(facts.code ?? facts.type, 200),
    requestId: bounded(facts.requestId ?? requestIdOf(response.headers), 200),
    detail: bounded(facts.message),
  });
}

/**
 * Kinds of errors that may be about a field only where it is said not to be known at all: a server that fails on it
 * fails again, and what such a sentence says of the model is no more than that.
 */
const unknownOnly: ReadonlySet<ServiceErrorKind> = new Set(['server', 'notFound']);

/** Kinds of errors that may be about a field. */
const fieldKinds: ReadonlySet<ServiceErrorKind> = new Set([
  'badRequest',
  'contextTooLong',
  ...unknownOnly,
]);

/** An error about this limit is not about the length of the conversation. */
const startsWithLimit = /^\W{0,2}max_(?:completion_)?tokens\b/;

function refusedOf(
  kind: ServiceErrorKind,
  answer: unknown,
  { message = '' }: ErrorFacts,
  { call: { body = '' }, endpoint: { redact } }: AnsweredCall,
): RefusedField | undefined {
  const isAboutLength = kind === 'contextTooLong' && !startsWithLimit.test(message);
  if (isAboutLength || !fieldKinds.has(kind)) {
    return undefined;
  }
  const sent = parseJson(body);
  const refused = refusedField(answer, isRecord(sent) ? Object.keys(sent) : []);
  if (unknownOnly.has(kind) && refused?.isValue !== false) {
    return undefined;
  }
  if (refused?.values === undefined) {
    return refused;
  }
  // These are words of the service, which may repeat the key.
  const { values, ...others } = refused;
  const safe = values.filter((value) => redact(value) === value);
  return safe.length === 0 ? others : { ...others, values: safe };
}

function factsOfBody(body: string): ErrorFacts {
  return isWebPage(body) ? { ...factsOfText(body), code: failureCode.webPage } : factsOfText(body);
}

/** The time to wait by the headers, else by the body ("Errors" 10). */
function waitOf(kind: ServiceErrorKind, headers: Headers, facts: ErrorFacts): number | undefined {
  const isLimit = kind === 'rateLimited';
  const stated = retryAfterMs(headers, Date.now(), { readsLimits: isLimit });
  return stated ?? (isLimit ? boundedWait(facts.retryAfterMs) : undefined);
}

async function readExplanation(
  { call: { tried }, endpoint: { redact }, response: { body } }: AnsweredCall,
  deadline: Deadline,
): Promise<string> {
  if (body === null) {
    return '';
  }
  const own = createDeadline({
    tried,
    signal: deadline.signal,
    firstByteMs: maxBodyMs,
    idleMs: maxBodyMs,
  });
  const source = openByteSource(body, own, { tried, redact });
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let leftBytes = maxBodyBytes; leftBytes > 0;) {
      const bytes = await source.read();
      if (bytes === undefined) {
        break;
      }
      text += decoder.decode(bytes.subarray(0, leftBytes), { stream: true });
      leftBytes -= bytes.length;
    }
  } catch {
    // If the body breaks off or stalls, the status and the text so far are used.
  } finally {
    own.close();
  }
  if (deadline.failure) {
    throw deadline.failure;
  }
  return text;
}
