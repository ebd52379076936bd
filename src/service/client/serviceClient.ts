import type {
  ChatCompletionRequest,
  Model,
  ServiceEvent,
} from '../../shared/service/chatCompletion.ts';
import {
  type CallOptions,
  createEndpoint,
  type Endpoint,
  type ServiceClientOptions,
} from '../endpoint.ts';
import {
  chatCompletionCall,
  type OutgoingRequest,
  outgoingRequest,
  type ReplyMode,
} from '../http/request.ts';
import { collectCompletion, type Completion } from '../reply/completion.ts';
import { eachEvent } from '../reply/eventBatches.ts';
import { readReply } from '../reply/requestReply.ts';
import { asServiceError } from '../serviceError.ts';
import { listModels } from './modelList.ts';

/** Talks to one service (`docs/service-interface.md`). Every failure is thrown as `ServiceError`. */
export interface ServiceClient {
  /** `GET /v1/models`; the fields of each model as the service sent them. */
  listModels(options?: CallOptions): Promise<readonly Model[]>;
  /** A reply in standard mode. */
  complete(request: ChatCompletionRequest, options?: CallOptions): Promise<Completion>;
  /**
   * A reply, in streamed mode unless the options name the other: `started`, then `text`, `reasoning`,
   * `textWasReasoning`, `toolCall` and `usage` as they arrive, then perhaps `reasoningDetails`, and `ended`. The
   * request is sent once, when the first event is requested. Leaving the loop closes the connection. Events that arrived before a failure stay valid.
   */
  stream(request: ChatCompletionRequest, options?: StreamOptions): AsyncIterable<ServiceEvent>;
  /** What `stream` or `complete` would send, without the key. Sends nothing. Throws `ServiceError`. */
  preview(request: ChatCompletionRequest, mode: ReplyMode): OutgoingRequest;
}

/** The options of one reply. */
export interface StreamOptions extends CallOptions {
  /** How the reply is requested, `streamed` if missing. Both forms of it are read in either mode. */
  readonly mode?: ReplyMode | undefined;
}

/** Makes a client. Invalid options make its calls fail before anything is sent. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  let made: Endpoint | undefined;
  const endpoint = (): Endpoint => (made ??= createEndpoint(options));
  return {
    listModels: (call = {}) => serviceErrorsOnly(async () => listModels(endpoint(), call)),
    complete: (request, call = {}) =>
      serviceErrorsOnly(() => collectCompletion(readReply(endpoint, request, 'standard', call))),
    stream: (request, { mode = 'streamed', ...call } = {}) =>
      eachEvent((signal) => readReply(endpoint, request, mode, { ...call, signal }), call.signal),
    preview: (request, mode) => preview(endpoint(), request, mode),
  };
}

function preview(
  endpoint: Endpoint,
  request: ChatCompletionRequest,
  mode: ReplyMode,
): OutgoingRequest {
  const call = chatCompletionCall(endpoint, request, mode);
  return outgoingRequest(call, endpoint);
}

async function serviceErrorsOnly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asServiceError(error);
  }
}
