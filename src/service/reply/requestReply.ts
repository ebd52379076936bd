import type { ChatCompletionRequest, ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { addAdjustments } from '../../shared/service/requestAdjustment.ts';
import type { CallOptions, Endpoint } from '../endpoint.ts';
import { answerFormat, readJson } from '../http/answer.ts';
import { closeAfterBody } from '../http/byteSource.ts';
import { type OpenResponse, openResponse } from '../http/openResponse.ts';
import { chatCompletionCall, type ReplyMode } from '../http/request.ts';
import { ServiceError } from '../serviceError.ts';
import { eventBatches } from './eventBatches.ts';
import { StreamReader } from './streamReader.ts';

/**
 * Sends a chat request when the first batch is requested, and reads the reply, whether it is an event
 * stream or a completion. A batch has all events of one piece of the body, at least one; a yield for
 * each event would be slow. Events before an error are yielded before it is thrown. Throws
 * `ServiceError`, also from `endpointOf`.
 */
export async function* readReply(
  endpointOf: () => Endpoint,
  request: ChatCompletionRequest,
  mode: ReplyMode,
  options: CallOptions,
): AsyncGenerator<readonly ServiceEvent[], void, undefined> {
  const endpoint = endpointOf();
  const hasTools = (request.tools?.length ?? 0) > 0;
  const opened = await openReply(endpoint, request, mode, options);
  let isComplete = false;
  try {
    const { format, source } = await answerFormat(opened);
    const reader = new StreamReader(opened, { mode, hasTools, ...options });
    if (format === 'json') {
      const { events, error } = reader.readWhole(await readJson(opened, source));
      opened.deadline.close();
      yield* eventBatches(events, options.signal);
      if (error !== undefined) {
        throw error;
      }
      return;
    }
    try {
      while (!isComplete) {
        let bytes: Uint8Array | undefined;
        let isBroken = false;
        try {
          bytes = await source.read();
        } catch (error) {
          if (!reader.isFinished || !(error instanceof ServiceError) || error.kind === 'aborted') {
            const events = reader.flush();
            if (events.length > 0) {
              yield events;
            }
            throw error;
          }
          isBroken = true;
        }
        const batch = reader.read(bytes, isBroken);
        isComplete = batch.isEnd;
        if (isComplete) {
          void closeAfterBody(opened);
        }
        if (batch.events.length > 0) {
          yield batch.events;
        }
        if (batch.error !== undefined) {
          throw batch.error;
        }
      }
    } finally {
      reader.close();
    }
  } finally {
    if (!isComplete) {
      opened.deadline.close();
    }
  }
}

/** The field that the client adds to the request for a stream, to get its usage. */
const field = 'stream_options';

/**
 * Sends a chat request. If the service rejects the field that asks for the usage, which the user did not
 * set, the request is sent once more without it: a request with a status that rejects it is not billed
 * (`docs/service-interface.md`, "Repeated requests" 1). Throws `ServiceError`.
 */
async function openReply(
  endpoint: Endpoint,
  request: ChatCompletionRequest,
  mode: ReplyMode,
  options: CallOptions,
): Promise<OpenResponse> {
  try {
    return await openResponse(chatCompletionCall(endpoint, request, mode), endpoint, options);
  } catch (error) {
    const isUsers = endpoint.extraBody?.[field] !== undefined;
    if (isUsers || !(error instanceof ServiceError) || !isRejection(error)) {
      throw error;
    }
    options.onDiagnostic?.({ kind: 'leftOut', field });
    const adjustments = addAdjustments(request.adjustments ?? [], [{ field }]);
    const call = chatCompletionCall(endpoint, { ...request, adjustments }, mode);
    return openResponse(call, endpoint, options);
  }
}

/** A server that fails on the field may have billed the request: the user decides. */
function isRejection({ refused, status = 0 }: ServiceError): boolean {
  return refused?.name === field && status < 500;
}
