import type { ChatCompletionRequest, Model } from '../shared/chatCompletion.ts';
import type { ServiceEvent } from '../shared/serviceEvent.ts';
import { answerFormat } from './answerFormat.ts';
import { chatCompletionCall } from './call.ts';
import { collectCompletion, readCompletion, type Completion } from './completion.ts';
import {
  openConnection,
  type CallOptions,
  type Connection,
  type ServiceClientOptions,
} from './connection.ts';
import { openExchange } from './exchange.ts';
import { listModels } from './listModels.ts';
import { outgoingRequest, type OutgoingRequest } from './outgoingRequest.ts';
import { readReplyEvents } from './replyEvents.ts';
import { streamCompletion } from './streamCompletion.ts';

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
