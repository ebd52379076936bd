import { isRecord } from '../shared/guards.ts';
import type { ServiceEvent } from '../shared/serviceEvent.ts';
import type { ByteSource } from './byteSource.ts';
import { createChunkReader, type ChunkReader } from './chunkReader.ts';
import type { CallOptions } from './connection.ts';
import { isErrorObject } from './errorFacts.ts';
import { requestIdOf } from './errorFromResponse.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './parseJson.ts';
import { replyError } from './replyError.ts';
import { ServiceError } from './serviceError.ts';
import { createEventStreamDecoder, doneData, type ServerSentEvent } from './sse.ts';

type Chunk = Readonly<Record<string, unknown>>;

/**
 * Reads a reply that is an event stream: the events that each piece of the body brings, together,
 * so that the cost per event is small. What came before a failure is given before it is thrown.
 */
export async function* readReplyEvents(
  exchange: Exchange,
  source: ByteSource,
  { onDiagnostic }: CallOptions,
): AsyncGenerator<readonly ServiceEvent[], void, undefined> {
  const decoder = createEventStreamDecoder();
  const chunks = createChunkReader(requestIdOf(exchange.response.headers));
  let index = 0;
  for (let isEnd = false; !isEnd;) {
    const bytes = await readUnlessFinished(source, chunks);
    isEnd = bytes === undefined;
    const batch: ServiceEvent[] = [];
    for (const event of bytes === undefined ? decoder.end() : decoder.decode(bytes)) {
      if (event.data === doneData) {
        yield [...batch, ...chunks.end(true)];
        return;
      }
      const chunk = parseChunk(event, exchange);
      if (chunk instanceof ServiceError) {
        yield batch;
        throw chunk;
      }
      if (chunk !== undefined) {
        exchange.deadline.noteData();
        chunks.read(chunk, batch);
      } else if (event.data.trim() !== '') {
        onDiagnostic?.({ kind: 'skippedEvent', index, length: event.data.length });
      }
      index += 1;
    }
    yield batch;
  }
  yield endWithoutDone(chunks, exchange);
}

/** A reply that has its finish reason is whole, however the connection ends after it. */
async function readUnlessFinished(
  source: ByteSource,
  chunks: ChunkReader,
): Promise<Uint8Array | undefined> {
  try {
    return await source.read();
  } catch (error) {
    if (
      chunks.finishReason === null ||
      !(error instanceof ServiceError) ||
      error.kind === 'aborted'
    ) {
      throw error;
    }
    return undefined;
  }
}

/** The chunk in an event, `undefined` if there is none, or the error that the service reports. */
function parseChunk(
  { event, data }: ServerSentEvent,
  exchange: Exchange,
): Chunk | ServiceError | undefined {
  const value = parseJson(data);
  if (event === 'error' || (isRecord(value) && isErrorObject(value))) {
    return replyError(value ?? data, exchange, 'stream');
  }
  return isRecord(value) ? value : undefined;
}

function endWithoutDone(
  chunks: ChunkReader,
  { call, response }: Exchange,
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
