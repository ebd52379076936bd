import type { ChatCompletionRequest, ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { answerFormat } from '../http/answerFormat.ts';
import { closeAfterBody } from '../http/closeAfterBody.ts';
import { readCompletion } from './completion.ts';
import type { CallOptions, Endpoint } from '../endpoint.ts';
import { eventBatches } from './eventBatches.ts';
import { openReply } from './openReply.ts';
import type { ReplyMode } from '../http/request.ts';
import { ServiceError } from '../serviceError.ts';
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
    if (format === 'json') {
      const reading = { hasTools, ...options };
      const { events, error } = await readCompletion(opened, source, reading);
      opened.deadline.close();
      yield* eventBatches(events, options.signal);
      if (error !== undefined) {
        throw error;
      }
      return;
    }
    const reader = new StreamReader(opened, { mode, hasTools, ...options });
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
