import { isRecord } from '../shared/guards.ts';
import type { ServiceEvent } from '../shared/service/chatCompletion.ts';
import type { ByteSource } from './byteSource.ts';
import { createChunkReader, type ChunkReader } from './chunkReader.ts';
import { isErrorObject } from './classifyError.ts';
import type { CallOptions } from './endpoint.ts';
import { errorFromObject, requestIdOf } from './errorFromResponse.ts';
import type { OpenResponse } from './openResponse.ts';
import { parseJson } from './parseJson.ts';
import { ServiceError } from './serviceError.ts';
import { createEventStreamDecoder, doneData, type ServerSentEvent } from './sse.ts';

/** What is told while a reply is read. */
interface ReplyListeners {
  readonly onDiagnostic?: CallOptions['onDiagnostic'];
  /** Called with the events of each piece of the body when it arrives. */
  readonly onArrival?: ((events: readonly ServiceEvent[]) => void) | undefined;
}

/**
 * Reads a reply that is an event stream (`docs/service-interface.md`, "Events"). Yields the events of
 * each piece of the body together, because a yield for each event would take as long as decoding it.
 * Events before an error are yielded before it is thrown. Closes the connection when the reply has
 * ended. Throws `ServiceError`.
 */
export async function* readReplyEvents(
  opened: OpenResponse,
  source: ByteSource,
  { onDiagnostic, onArrival }: ReplyListeners,
): AsyncGenerator<readonly ServiceEvent[], void, undefined> {
  const decoder = createEventStreamDecoder();
  const chunks = createChunkReader(requestIdOf(opened.response.headers));
  const readBatch = createBatchReader(opened, chunks, onDiagnostic);
  for (let isEnd = false; !isEnd;) {
    let bytes: Uint8Array | undefined;
    try {
      bytes = await source.read();
    } catch (error) {
      if (!isEndOfFinishedReply(error, chunks)) {
        throw error;
      }
    }
    const received = bytes === undefined ? decoder.end() : decoder.decode(bytes);
    const { events, isDone, error } = readBatch(received);
    if (error !== undefined) {
      if (events.length > 0) {
        yield events;
      }
      throw error;
    }
    isEnd = isDone || bytes === undefined;
    if (isEnd) {
      events.push(...endEvents(chunks, isDone, opened));
      opened.deadline.close();
    }
    onArrival?.(events);
    if (events.length > 0) {
      yield events;
    }
  }
}

/** A reply with a finish reason is complete, however the connection ends after it ("Events" 8). */
function isEndOfFinishedReply(error: unknown, { finishReason }: ChunkReader): boolean {
  return finishReason !== null && error instanceof ServiceError && error.kind !== 'aborted';
}

/** What one piece of the body holds, up to the end of the reply. */
interface Batch {
  readonly events: ServiceEvent[];
  /** Whether `[DONE]` has arrived. */
  readonly isDone: boolean;
  /** An error that the service reports. */
  readonly error?: ServiceError;
}

/** Makes a function that reads the server-sent events of one piece of the body after another. */
function createBatchReader(
  opened: OpenResponse,
  chunks: ChunkReader,
  onDiagnostic: CallOptions['onDiagnostic'],
): (received: readonly ServerSentEvent[]) => Batch {
  let index = 0;
  return (received) => {
    const events: ServiceEvent[] = [];
    for (const { event, data } of received) {
      if (data === doneData) {
        return { events, isDone: true };
      }
      const value = parseJson(data);
      if (event === 'error' || (isRecord(value) && isErrorObject(value))) {
        const error = errorFromObject(value ?? data, opened, 'stream');
        return { events, isDone: false, error };
      }
      if (isRecord(value)) {
        chunks.read(value, events);
        opened.deadline.noteData();
      } else if (data.trim() !== '') {
        onDiagnostic?.({ kind: 'skippedEvent', index, length: data.length });
      }
      index += 1;
    }
    return { events, isDone: false };
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
