import { isRecord } from '../shared/guards.ts';
import type { ChatCompletionRequest, ServiceEvent } from '../shared/service/chatCompletion.ts';
import { answerFormat } from './answerFormat.ts';
import { watchArrivals } from './arrivals.ts';
import { createChunkReader, type ChunkReader } from './chunkReader.ts';
import { isErrorObject } from './classifyError.ts';
import { completionEvents, readCompletion } from './completion.ts';
import { type CallOptions, createEndpoint, type ServiceClientOptions } from './endpoint.ts';
import { errorFromObject, requestIdOf } from './errorFromResponse.ts';
import { openReply } from './openReply.ts';
import type { OpenResponse } from './openResponse.ts';
import { parseJson } from './parseJson.ts';
import type { ReplyMode } from './request.ts';
import { ServiceError } from './serviceError.ts';
import { createEventStreamDecoder, doneData } from './sse.ts';

/**
 * Sends a chat request when the first batch is requested, and reads the reply, whether it is an event
 * stream or a completion. A batch has all events of one piece of the body, at least one; a yield for
 * each event would be slow. Events before an error are yielded before it is thrown. Throws
 * `ServiceError`.
 */
export async function* readReply(
  client: ServiceClientOptions,
  request: ChatCompletionRequest,
  mode: ReplyMode,
  options: CallOptions,
): AsyncGenerator<readonly ServiceEvent[], void, undefined> {
  const endpoint = createEndpoint(client);
  const opened = await openReply(endpoint, request, mode, options);
  try {
    const { format, source } = await answerFormat(opened);
    if (format === 'json') {
      const completion = await readCompletion(opened, source);
      opened.deadline.close();
      yield completionEvents(completion);
      return;
    }
    const reader = createStreamReader(opened, mode, options);
    for (let isEnd = false; !isEnd;) {
      let bytes: Uint8Array | undefined;
      try {
        bytes = await source.read();
      } catch (error) {
        if (!reader.isFinished || !(error instanceof ServiceError) || error.kind === 'aborted') {
          throw error;
        }
      }
      const batch = reader.read(bytes);
      isEnd = batch.isEnd;
      if (isEnd) {
        opened.deadline.close();
      }
      if (batch.events.length > 0) {
        yield batch.events;
      }
      if (batch.error !== undefined) {
        throw batch.error;
      }
    }
  } finally {
    opened.deadline.close();
  }
}

/** The events of one piece of the body. */
interface Batch {
  readonly events: readonly ServiceEvent[];
  /** Whether the reply has ended; nothing after that is read. */
  readonly isEnd: boolean;
  /** The error that ended the reply. */
  readonly error?: ServiceError;
}

/** Reads a reply that is an event stream (`docs/service-interface.md`, "Events"). */
interface StreamReader {
  /** Whether the finish reason has arrived; if the body then breaks off, the reply has ended. */
  readonly isFinished: boolean;
  /** Reads one piece of the body; `undefined` is its end. Throws `ServiceError` of kind `protocol`. */
  read(bytes: Uint8Array | undefined): Batch;
}

function createStreamReader(
  opened: OpenResponse,
  mode: ReplyMode,
  { onDiagnostic }: CallOptions,
): StreamReader {
  const decoder = createEventStreamDecoder();
  const chunks = createChunkReader(requestIdOf(opened.response.headers));
  const noteArrival =
    mode === 'streamed' ? watchArrivals(opened.sentAtMs, onDiagnostic) : undefined;
  let index = -1;
  return {
    get isFinished() {
      return chunks.finishReason !== null;
    },
    read(bytes) {
      const events: ServiceEvent[] = [];
      let isDone = false;
      let hasChunk = false;
      for (const { event, data } of bytes === undefined ? decoder.end() : decoder.decode(bytes)) {
        index += 1;
        if (data === doneData) {
          isDone = true;
          break;
        }
        const value = parseJson(data);
        if (event === 'error' || (isRecord(value) && isErrorObject(value))) {
          return { events, isEnd: true, error: errorFromObject(value ?? data, opened, 'stream') };
        }
        if (isRecord(value)) {
          chunks.read(value, events);
          hasChunk = true;
        } else if (data.trim() !== '') {
          onDiagnostic?.({ kind: 'skippedEvent', index, length: data.length });
        }
      }
      if (hasChunk) {
        opened.deadline.noteData();
      }
      const isEnd = isDone || bytes === undefined;
      if (isEnd) {
        events.push(...endEvents(chunks, isDone, opened));
      }
      noteArrival?.(events);
      return { events, isEnd };
    },
  };
}

/** Throws `ServiceError` of kind `protocol` if the stream has neither a chunk nor `[DONE]`. */
function endEvents(
  chunks: ChunkReader,
  isDone: boolean,
  { call, response }: OpenResponse,
): readonly ServiceEvent[] {
  if (!isDone && !chunks.hasBegun) {
    throw new ServiceError(
      'protocol',
      `The service closed the stream without sending any part of a reply (${call.tried}).`,
      { status: response.status, requestId: requestIdOf(response.headers) },
    );
  }
  return chunks.end(isDone);
}
