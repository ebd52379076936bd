import { isFiniteNumber, isObjectOf, isRecord, isString, optional } from '../shared/guards.ts';
import type {
  ChatCompletionRequest,
  Model,
  ServiceEvent,
} from '../shared/service/chatCompletion.ts';
import { answerFormat } from './answerFormat.ts';
import { watchArrivals } from './arrivals.ts';
import {
  collectCompletion,
  type Completion,
  completionEvents,
  readCompletion,
} from './completion.ts';
import { eachItem } from './eachItem.ts';
import {
  type CallOptions,
  type Connection,
  openConnection,
  type ServiceClientOptions,
} from './endpoint.ts';
import { openExchange } from './openResponse.ts';
import { readJson } from './readJson.ts';
import { readReplyEvents } from './replyEvents.ts';
import {
  chatCompletionCall,
  modelsCall,
  outgoingRequest,
  type OutgoingRequest,
} from './request.ts';
import { ServiceError } from './serviceError.ts';

/** Speaks to one service (`service-interface.md`). Every failure is thrown as `ServiceError`. */
export interface ServiceClient {
  /** `GET /v1/models`; the fields of each model as the service sent them. */
  listModels(options?: CallOptions): Promise<readonly Model[]>;
  /** A reply in standard mode. */
  complete(request: ChatCompletionRequest, options?: CallOptions): Promise<Completion>;
  /**
   * A reply in streamed mode: `started`, then `text`, `reasoning` and `usage` as they come, then
   * `ended`. The request is sent when the first event is asked for, once; leaving the loop closes
   * the connection. Events that came before a failure remain valid.
   */
  stream(request: ChatCompletionRequest, options?: CallOptions): AsyncIterable<ServiceEvent>;
  /** What `stream` or `complete` would send, without the key. Sends nothing. Throws `ServiceError`. */
  preview(request: ChatCompletionRequest, mode: 'streamed' | 'standard'): OutgoingRequest;
}

/** Makes a client. Options that cannot be used make its calls fail, before anything is sent. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  return {
    listModels: async (call = {}) => listModels(openConnection(options), call),
    complete: async (request, call = {}) => complete(openConnection(options), request, call),
    stream: (request, call = {}) => streamCompletion(options, request, call),
    preview: (request, mode) => preview(openConnection(options), request, mode),
  };
}

function preview(
  connection: Connection,
  request: ChatCompletionRequest,
  mode: 'streamed' | 'standard',
): OutgoingRequest {
  const call = chatCompletionCall(connection, request, mode === 'streamed');
  return outgoingRequest(call, connection);
}

async function complete(
  connection: Connection,
  request: ChatCompletionRequest,
  options: CallOptions,
): Promise<Completion> {
  const call = chatCompletionCall(connection, request, false);
  const exchange = await openExchange(call, connection, options);
  try {
    const { format, source } = await answerFormat(exchange);
    return format === 'json'
      ? await readCompletion(exchange, source)
      : await collectCompletion(readReplyEvents(exchange, source, options));
  } finally {
    exchange.deadline.close();
  }
}

const isModel = isObjectOf({
  id: isString,
  owned_by: optional(isString),
  created: optional(isFiniteNumber),
});

/**
 * Reads the model list (`service-interface.md`, "GET /v1/models") in the service's order. Elements
 * without an id are left out. Throws `ServiceError`.
 */
async function listModels(connection: Connection, options: CallOptions): Promise<readonly Model[]> {
  const exchange = await openExchange(modelsCall(connection), connection, options);
  try {
    const { format, source } = await answerFormat(exchange);
    const list = format === 'json' ? await readJson(exchange, source) : undefined;
    const elements = isRecord(list) ? list['data'] : list;
    if (!Array.isArray(elements)) {
      throw new ServiceError(
        'protocol',
        `The answer is not a model list (${exchange.call.tried}).`,
        {
          status: exchange.response.status,
        },
      );
    }
    return elements.flatMap(readModel);
  } finally {
    exchange.deadline.close();
  }
}

function readModel(element: unknown): readonly Model[] {
  if (isModel(element)) {
    return element.id === '' ? [] : [element];
  }
  if (!isRecord(element) || !isString(element['id']) || element['id'] === '') {
    return [];
  }
  const { id, owned_by, created, ...others } = element;
  return [
    {
      ...others,
      id,
      ...(isString(owned_by) ? { owned_by } : {}),
      ...(isFiniteNumber(created) ? { created } : {}),
    },
  ];
}

/**
 * Sends a request in streamed mode and gives the reply as it comes. Nothing is sent before the first
 * event is asked for; leaving the loop closes the connection. Throws `ServiceError`.
 */
function streamCompletion(
  client: ServiceClientOptions,
  request: ChatCompletionRequest,
  options: CallOptions,
): AsyncIterable<ServiceEvent> {
  return eachItem(streamBatches(client, request, options), options.signal);
}

async function* streamBatches(
  client: ServiceClientOptions,
  request: ChatCompletionRequest,
  options: CallOptions,
): AsyncGenerator<readonly ServiceEvent[], void, undefined> {
  const connection = openConnection(client);
  const call = chatCompletionCall(connection, request, true);
  const exchange = await openExchange(call, connection, options);
  try {
    const { format, source } = await answerFormat(exchange);
    if (format === 'json') {
      const completion = await readCompletion(exchange, source);
      exchange.deadline.close();
      yield completionEvents(completion);
      return;
    }
    const noteArrival = watchArrivals(exchange.sentAtMs, options.onDiagnostic);
    for await (const events of readReplyEvents(exchange, source, options)) {
      noteArrival(events);
      if (events.at(-1)?.kind === 'ended') {
        exchange.deadline.close();
      }
      yield events;
    }
  } finally {
    exchange.deadline.close();
  }
}
