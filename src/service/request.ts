import { isString } from '../shared/guards.ts';
import type { ChatCompletionRequest } from '../shared/service/chatCompletion.ts';
import { isChangeable, type RequestAdjustment } from '../shared/service/requestAdjustment.ts';
import { parameterNames, parameterProblem } from '../shared/service/requestParameters.ts';
import type { Endpoint } from './endpoint.ts';
import { ServiceError } from './serviceError.ts';

/** One request as it goes out. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** `GET https://host/v1/models`, for messages. */
  readonly tried: string;
}

/** `GET /v1/models`. */
export function modelsCall({ address, headers }: Endpoint): Call {
  return {
    method: 'GET',
    url: address.modelsUrl,
    headers: { ...headers, Accept: 'application/json' },
    tried: `GET ${address.modelsUrl}`,
  };
}

/** `POST /v1/chat/completions`. Throws `ServiceError` of kind `badRequest` for bad parameters. */
export function chatCompletionCall(
  { address, headers, extraBody }: Endpoint,
  request: ChatCompletionRequest,
  stream: boolean,
): Call {
  return {
    method: 'POST',
    url: address.chatCompletionsUrl,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      Accept: stream ? 'text/event-stream' : 'application/json',
    },
    body: requestBody(request, { stream, extraBody }),
    tried: `POST ${address.chatCompletionsUrl}`,
  };
}

/** How a request is to be answered, and what the user adds to its body. */
interface BodyOptions {
  readonly stream: boolean;
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The exact body of `POST /v1/chat/completions`. A parameter that is not set is absent; `extraBody`
 * never replaces one that is. The request's `changes` come last. Throws `ServiceError` of kind `badRequest` that names the field and
 * its range (`service-interface.md`, "Limits"), before anything is sent.
 */
export function requestBody(request: ChatCompletionRequest, options: BodyOptions): string {
  const { model, messages, max_tokens, temperature, top_p, n, stop } = request;
  const parameters = { max_tokens, temperature, top_p, n, stop };
  const body: Body = {
    ...options.extraBody,
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...Object.fromEntries(
      Object.entries(parameters).filter(([, parameter]) => parameter !== undefined),
    ),
    stream: options.stream,
  };
  check(body);
  try {
    return JSON.stringify((request.changes ?? []).reduce(withChange, body));
  } catch {
    refuse('The extra fields of the request cannot be written as JSON.');
  }
}

type Body = Readonly<Record<string, unknown>>;

function withChange(body: Body, { field, sentAs }: RequestAdjustment): Body {
  if (!isChangeable(field) || !Object.hasOwn(body, field)) {
    return body;
  }
  const { [field]: value, ...others } = body;
  return sentAs === undefined || Object.hasOwn(others, sentAs)
    ? others
    : { ...others, [sentAs]: value };
}

function check(body: Body): void {
  if (!isString(body['model']) || body['model'] === '') {
    refuse('model must be the id of a model.');
  }
  if (!Array.isArray(body['messages']) || body['messages'].length === 0) {
    refuse('messages must hold at least one message.');
  }
  for (const name of [...parameterNames, 'n'] as const) {
    const problem = parameterProblem(name, body[name]);
    if (problem !== undefined) {
      refuse(problem);
    }
  }
}

function refuse(message: string): never {
  throw new ServiceError('badRequest', message);
}

/** A request as it would go out, but for what is secret in it. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  /** The key is `$API_KEY`; what looks secret in the user's own headers is masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** To the byte. */
  readonly body: string;
}

/** What takes the place of the key; a shell fills it in. */
const keyPlaceholder = 'Bearer $API_KEY';

/** Shows `call` without sending it. */
export function outgoingRequest(
  { method, url, headers, body = '' }: Call,
  { redact }: Endpoint,
): OutgoingRequest {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    name === 'Authorization' ? keyPlaceholder : redact(value),
  ]);
  return { method, url, headers: Object.fromEntries(shown), body };
}
