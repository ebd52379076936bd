import { isFiniteNumber, isObjectOf, isRecord, isString, optional } from '../shared/guards.ts';
import type {
  ChatCompletionRequest,
  Model,
  ServiceEvent,
} from '../shared/service/chatCompletion.ts';
import { answerFormat } from './answerFormat.ts';
import { collectCompletion, type Completion } from './completion.ts';
import { abortedError } from './deadline.ts';
import {
  type CallOptions,
  createEndpoint,
  type Endpoint,
  type ServiceClientOptions,
} from './endpoint.ts';
import { openResponse } from './openResponse.ts';
import { readJson } from './readJson.ts';
import { readReply } from './readReply.ts';
import {
  chatCompletionCall,
  modelsCall,
  outgoingRequest,
  type OutgoingRequest,
  type ReplyMode,
} from './request.ts';
import { ServiceError } from './serviceError.ts';

/** Talks to one service (`docs/service-interface.md`). Every failure is thrown as `ServiceError`. */
export interface ServiceClient {
  /** `GET /v1/models`; the fields of each model as the service sent them. */
  listModels(options?: CallOptions): Promise<readonly Model[]>;
  /** A reply in standard mode. */
  complete(request: ChatCompletionRequest, options?: CallOptions): Promise<Completion>;
  /**
   * A reply in streamed mode: `started`, then `text`, `reasoning`, `toolCall` and `usage` as they
   * arrive, then `ended`. The request is sent once, when the first event is requested. Leaving the loop closes
   * the connection. Events that arrived before a failure stay valid.
   */
  stream(request: ChatCompletionRequest, options?: CallOptions): AsyncIterable<ServiceEvent>;
  /** What `stream` or `complete` would send, without the key. Sends nothing. Throws `ServiceError`. */
  preview(request: ChatCompletionRequest, mode: ReplyMode): OutgoingRequest;
}

/** Makes a client. Invalid options make its calls fail before anything is sent. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  return {
    listModels: async (call = {}) => listModels(createEndpoint(options), call),
    complete: (request, call = {}) =>
      collectCompletion(readReply(options, request, 'standard', call)),
    stream: (request, call = {}) =>
      eachEvent(readReply(options, request, 'streamed', call), call.signal),
    preview: (request, mode) => preview(createEndpoint(options), request, mode),
  };
}

/** Elements without an `id` are left out (`docs/service-interface.md`, "Model list object"). */
async function listModels(endpoint: Endpoint, options: CallOptions): Promise<readonly Model[]> {
  const opened = await openResponse(modelsCall(endpoint), endpoint, options);
  try {
    const { format, source } = await answerFormat(opened);
    const list = format === 'json' ? await readJson(opened, source) : undefined;
    const elements = isRecord(list) ? list['data'] : list;
    if (!Array.isArray(elements)) {
      throw new ServiceError('protocol', `The answer is not a model list (${opened.call.tried}).`, {
        status: opened.response.status,
      });
    }
    return elements.flatMap(readModel);
  } finally {
    opened.deadline.close();
  }
}

const isModel = isObjectOf({
  id: isString,
  owned_by: optional(isString),
  created: optional(isFiniteNumber),
});

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

function preview(
  endpoint: Endpoint,
  request: ChatCompletionRequest,
  mode: ReplyMode,
): OutgoingRequest {
  const call = chatCompletionCall(endpoint, request, mode);
  return outgoingRequest(call, endpoint);
}

type BatchResult = IteratorResult<readonly ServiceEvent[], void>;

/**
 * Gives the events of the batches one by one. An event that has already arrived takes one turn of the
 * microtask queue. An async generator would take three, and with them a sixth more time for the whole
 * reply. When `signal` aborts, the batches end, events that were not given yet are dropped, and
 * `ServiceError` of kind `aborted` is thrown.
 */
function eachEvent(
  batches: AsyncGenerator<readonly ServiceEvent[], void, undefined>,
  signal: AbortSignal | undefined,
): AsyncIterableIterator<ServiceEvent, undefined> {
  let arrived: readonly ServiceEvent[] = [];
  let given = 0;
  function take({ done, value }: BatchResult): IteratorResult<ServiceEvent, undefined> {
    const batch = done === true ? [] : value;
    // Calls of `next` that did not wait for each other may have left events of an earlier batch.
    arrived = given < arrived.length ? [...arrived.slice(given), ...batch] : batch;
    given = 1;
    const event = arrived[0];
    return event === undefined ? { done: true, value: event } : { done: false, value: event };
  }
  async function close(): Promise<IteratorReturnResult<undefined>> {
    arrived = [];
    await batches.return();
    return { done: true, value: undefined };
  }
  async function abort(): Promise<never> {
    await close();
    throw abortedError(signal);
  }
  const iterator: AsyncIterableIterator<ServiceEvent, undefined> = {
    next() {
      const event = arrived[given];
      if (event === undefined) {
        return batches.next().then(take);
      }
      if (signal?.aborted === true) {
        return abort();
      }
      given += 1;
      return Promise.resolve({ done: false, value: event });
    },
    return: close,
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
