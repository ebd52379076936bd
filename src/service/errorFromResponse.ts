import { failureCode, type ServiceErrorKind } from '../shared/service/serviceErrorKind.ts';
import { isRecord } from '../shared/guards.ts';
import type { RefusedField } from '../shared/service/requestAdjustment.ts';
import { openByteSource } from './byteSource.ts';
import type { Call } from './request.ts';
import {
  classifyError,
  errorFacts,
  type ErrorFacts,
  isModelError,
  modelNotFound,
} from './classifyError.ts';
import type { Connection } from './endpoint.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { excerpt, isWebPage, readableText } from './excerpt.ts';
import { parseJson } from './parseJson.ts';
import { refusedField } from './refusedField.ts';
import { retryAfterMs } from './retry.ts';
import { ServiceError } from './serviceError.ts';

const maxBodyBytes = 65_536;

/** The status is known already; the words are not worth a longer wait. */
const maxBodyMs = 5000;

const sentences: Readonly<Record<ServiceErrorKind, string>> = {
  aborted: 'The request was stopped',
  timeout: 'The service waited too long for the request',
  network: 'The service could not be reached',
  auth: 'The service refuses this key, or wants one',
  notFound: 'The service has nothing at this address',
  rateLimited: 'The service takes no more requests for now',
  quota: 'The account has no quota or credit left for this',
  badRequest: 'The service does not accept the request',
  contextTooLong: 'The conversation is longer than the model takes',
  server: 'The service failed',
  protocol: 'The answer is not what the interface says',
  stream: 'The service reported an error in its reply',
};

/**
 * Reads an answer with an error status to the end of what is needed (64 KiB, 5 s) and makes the
 * error of it. Throws `ServiceError` of kind `aborted` if the caller aborts meanwhile.
 */
export async function errorFromResponse(
  response: Response,
  call: Call,
  connection: Connection,
  deadline: Deadline,
): Promise<ServiceError> {
  const body = await readWords(response, call, connection, deadline);
  const parsed = parseJson(body);
  const facts = parsed === undefined ? factsOfText(body) : errorFacts(parsed);
  const { status, headers } = response;
  const kind = classifyError(status, facts);
  const isAboutRequest = status === 400 || status === 422;
  return errorOfFacts(kind, facts, call, connection, {
    status,
    refused: isAboutRequest ? refusedOf(kind, parsed ?? body, facts, call) : undefined,
    requestId: requestIdOf(headers),
    retryAfterMs: retryAfterMs(headers, Date.now()),
  });
}

/** A limit that is larger than the context is no matter of the length of the conversation. */
const startsWithLimit = /^\W{0,2}max_(?:completion_)?tokens\b/;

function refusedOf(
  kind: ServiceErrorKind,
  answer: unknown,
  { message = '' }: ErrorFacts,
  { body = '' }: Call,
): RefusedField | undefined {
  const sent = parseJson(body);
  return kind === 'badRequest' || (kind === 'contextTooLong' && startsWithLimit.test(message))
    ? refusedField(answer, isRecord(sent) ? Object.keys(sent) : [])
    : undefined;
}

function factsOfText(body: string): ErrorFacts {
  return {
    message: readableText(body),
    code: isWebPage(body) ? failureCode.webPage : undefined,
  };
}

/** What the headers of an answer tell about its error. */
interface AnswerFacts {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly refused?: RefusedField | undefined;
}

/** The error for an error object of the given kind; whatever the service sent is redacted and bounded. */
export function errorOfFacts(
  kind: ServiceErrorKind,
  facts: ErrorFacts,
  call: Call,
  { redact }: Pick<Connection, 'redact'>,
  answer: AnswerFacts,
): ServiceError {
  const isUnknownModel = isModelError(facts) && (kind === 'notFound' || kind === 'stream');
  const sentence = isUnknownModel ? 'The service does not know this model' : sentences[kind];
  const status = answer.status === undefined ? '' : `: ${answer.status}`;
  const bounded = (text: string | undefined, max?: number): string | undefined =>
    text === undefined ? undefined : excerpt(redact(text), max);
  return new ServiceError(kind, `${sentence} (${call.tried}${status}).`, {
    ...answer,
    code: isUnknownModel ? modelNotFound : bounded(facts.code ?? facts.type, 200),
    requestId: bounded(facts.requestId ?? answer.requestId, 200),
    detail: bounded(facts.message),
  });
}

/** The request id by which the service's makers find the request in their log. */
export function requestIdOf(headers: Headers): string | undefined {
  const names = ['x-request-id', 'request-id', 'x-amzn-requestid', 'cf-ray'];
  return names.map((name) => headers.get(name)).find((id) => id !== null && id !== '') ?? undefined;
}

async function readWords(
  response: Response,
  call: Call,
  connection: Connection,
  deadline: Deadline,
): Promise<string> {
  if (response.body === null) {
    return '';
  }
  const limits = { tried: call.tried, firstByteMs: maxBodyMs, idleMs: maxBodyMs };
  const own = createDeadline({ ...limits, signal: deadline.signal });
  const source = openByteSource(response.body, own, { ...call, redact: connection.redact });
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let left = maxBodyBytes; left > 0;) {
      const bytes = await source.read();
      if (bytes === undefined) {
        break;
      }
      text += decoder.decode(bytes.subarray(0, left), { stream: true });
      left -= bytes.length;
    }
  } catch {
    // A body that breaks off still leaves the status and what came of its words.
  } finally {
    own.close();
  }
  if (deadline.failure) {
    throw deadline.failure;
  }
  return text;
}
