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

/**
 * Reads a reply that is an event stream (`docs/service-interface.md`, "Events"). Yields the events of
 * each piece of the body together, because a yield for each event would cost as much as decoding it.
 * Events before an error are yielded before it is thrown. Throws `ServiceError`.
 */
export async function* readReplyEvents(
  opened: OpenResponse,
  source: ByteSource,
  { onDiagnostic }: CallOptions,
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
    isEnd = bytes === undefined;
    const { events, end } = readBatch(bytes === undefined ? decoder.end() : decoder.decode(bytes));
    if (end === 'done') {
      yield [...events, ...chunks.end(true)];
      return;
    }
    yield events;
    if (end !== undefined) {
      throw end;
    }
  }
  yield endWithoutDone(chunks, opened);
}

/** A reply with a finish reason is complete, however the connection ends after it ("Events" 8). */
function isEndOfFinishedReply(error: unknown, { finishReason }: ChunkReader): boolean {
  return finishReason !== null && error instanceof ServiceError && error.kind !== 'aborted';
}

/** What one piece of the body holds. */
interface Batch {
  readonly events: readonly ServiceEvent[];
  /** `[DONE]`, or an error that the service reports; nothing after it is read. */
  readonly end: 'done' | ServiceError | undefined;
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
        return { events, end: 'done' };
      }
      const value = parseJson(data);
      if (event === 'error' || (isRecord(value) && isErrorObject(value))) {
        return { events, end: errorFromObject(value ?? data, opened, 'stream') };
      }
      if (isRecord(value)) {
        chunks.read(value, events);
        opened.deadline.noteData();
      } else if (data.trim() !== '') {
        onDiagnostic?.({ kind: 'skippedEvent', index, length: data.length });
      }
      index += 1;
    }
    return { events, end: undefined };
  };
}

function endWithoutDone(
  chunks: ChunkReader,
  { call, response }: OpenResponse,
): readonly ServiceEvent[] {
  if (!chunks.hasBegun) {
    throw new ServiceError(
      'protocol',
      `The service closed the stream without sending any part of a reply (${call.tried}).`,
      { status: response.status, requestId: requestIdOf(response.headers) },
    );
  }
  return chunks.end(false);
}
