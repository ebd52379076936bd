import type { ChatCompletionRequest } from '../../shared/service/chatCompletion.ts';
import { addAdjustments } from '../../shared/service/requestAdjustment.ts';
import type { CallOptions, Endpoint } from '../endpoint.ts';
import { openResponse, type OpenResponse } from '../http/openResponse.ts';
import { chatCompletionCall, type ReplyMode } from '../http/request.ts';
import { ServiceError } from '../serviceError.ts';

/** The field that the client adds to the request for a stream, to get its usage. */
const field = 'stream_options';

/**
 * Sends a chat request. If the service rejects the field that asks for the usage, which the user did not
 * set, the request is sent once more without it: a request with a status that rejects it is not billed
 * (`docs/service-interface.md`, "Repeated requests" 1). Throws `ServiceError`.
 */
export async function openReply(
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
