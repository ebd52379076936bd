import * as l10n from '@vscode/l10n';
import { isString, type WireObject } from '../../shared/guards.ts';
import {
  type ChatCompletionRequest,
  type ChatMessage,
  haveImages,
} from '../../shared/service/chatCompletion.ts';
import { isAdjustable, type RequestAdjustment } from '../../shared/service/requestAdjustment.ts';
import { fieldNames, parameterProblem } from '../../shared/service/requestParameters.ts';
import type { Endpoint } from '../endpoint.ts';
import { ServiceError } from '../serviceError.ts';

/** One request to a service. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Whether one of the messages has an image. */
  readonly hasImages?: boolean | undefined;
  /** Method and address, for error messages: `GET https://host/v1/models`. */
  readonly tried: string;
}

/** How a reply is requested: as an event stream, or as one completion in standard mode. */
export type ReplyMode = 'streamed' | 'standard';

/** The request for the model list. */
export function modelsCall({ address, headers }: Endpoint): Call {
  return {
    method: 'GET',
    url: address.modelsUrl,
    headers: { ...headers, Accept: 'application/json' },
    tried: `GET ${address.modelsUrl}`,
  };
}

/** The request for a reply. Throws `ServiceError` of kind `badRequest` for an invalid parameter. */
export function chatCompletionCall(
  { address, headers, extraBody }: Endpoint,
  request: ChatCompletionRequest,
  mode: ReplyMode,
): Call {
  const stream = mode === 'streamed';
  return {
    method: 'POST',
    url: address.chatCompletionsUrl,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      Accept: stream ? 'text/event-stream' : 'application/json',
    },
    body: requestBody(request, { stream, extraBody }),
    hasImages: haveImages(request.messages),
    tried: `POST ${address.chatCompletionsUrl}`,
  };
}

/** What a body has beside the fields of the request. */
export interface BodyOptions {
  readonly stream: boolean;
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The field `stream_options`; undefined if it is not sent. It asks a stream for its usage, unless the user
 * has set it otherwise in `extraBody`, where `null` leaves it out.
 */
export function streamOptions({ stream, extraBody }: BodyOptions): unknown {
  const own = extraBody?.['stream_options'];
  if (own === undefined) {
    return stream ? { include_usage: true } : undefined;
  }
  return own ?? undefined;
}

/**
 * The body of `POST /v1/chat/completions`, as JSON. A parameter that is not set is left out. Fields of
 * `extraBody` and of the request's `fields` do not replace others, except `stream_options`. The adjustments of
 * the request are applied last. Throws `ServiceError` of kind `badRequest` that names the field and its range
 * (`docs/service-interface.md`, "Limits").
 */
export function requestBody(request: ChatCompletionRequest, options: BodyOptions): string {
  const { model, messages, fields } = request;
  const set = bodyParameters.filter((name) => request[name] !== undefined);
  const extraBody = { ...options.extraBody, ...fields };
  const body: Body = {
    ...extraBody,
    model,
    messages: messages.map(wireMessage),
    ...Object.fromEntries(set.map((name) => [name, request[name]])),
    ...toolFields(request),
    stream: options.stream,
    stream_options: streamOptions({ stream: options.stream, extraBody }),
  };
  check(body);
  try {
    return JSON.stringify((request.adjustments ?? []).reduce(adjusted, body));
  } catch {
    refuse(l10n.t('The extra fields of the request cannot be written as JSON.'));
  }
}

/** The parameters that are fields of the body. */
const bodyParameters = [...fieldNames, 'n'] as const;

function toolFields({ tools, tool_choice }: ChatCompletionRequest): WireObject {
  return tools === undefined
    ? {}
    : { tools, ...(tool_choice === undefined ? {} : { tool_choice }) };
}

/** Calls without a text have `null` in its place: some services reject an empty one. */
function wireMessage(message: ChatMessage): WireObject {
  const { role, content, reasoning, tool_calls, tool_call_id } = message;
  return {
    role,
    content: content === '' && tool_calls !== undefined ? null : content,
    ...(reasoning === undefined ? {} : { [reasoning.field]: reasoning.value }),
    ...(tool_calls === undefined ? {} : { tool_calls }),
    ...(tool_call_id === undefined ? {} : { tool_call_id }),
  };
}

type Body = Readonly<Record<string, unknown>>;

function adjusted(body: Body, { field, sentAs }: RequestAdjustment): Body {
  if (!isAdjustable(field) || !Object.hasOwn(body, field)) {
    return body;
  }
  const { [field]: value, ...others } = body;
  return sentAs === undefined || Object.hasOwn(others, sentAs)
    ? others
    : { ...others, [sentAs]: value };
}

function check(body: Body): void {
  if (!isString(body['model']) || body['model'] === '') {
    refuse(l10n.t('model must be the ID of a model.'));
  }
  if (!Array.isArray(body['messages']) || body['messages'].length === 0) {
    refuse(l10n.t('messages must contain at least one message.'));
  }
  for (const name of bodyParameters) {
    const problem = parameterProblem(name, body[name]);
    if (problem !== undefined) {
      refuse(problem);
    }
  }
}

function refuse(message: string): never {
  throw new ServiceError('badRequest', message);
}

/** A request as it would be sent, with its secrets masked. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  /** See `shownHeaders`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Exactly as it would be sent. */
  readonly body: string;
}

/** What would be sent for `call`. */
export function outgoingRequest(
  { method, url, headers, body = '' }: Call,
  { shownHeaders }: Endpoint,
): OutgoingRequest {
  return { method, url, headers: { ...headers, ...shownHeaders }, body };
}
