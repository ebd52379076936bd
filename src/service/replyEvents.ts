import { isRecord } from '../shared/guards.ts';
import type { ServiceEvent } from '../shared/service/chatCompletion.ts';
import type { ByteSource } from './byteSource.ts';
import { createChunkReader, pushText, type ChunkReader } from './chunkReader.ts';
import type { CallOptions } from './endpoint.ts';
import { isErrorObject } from './classifyError.ts';
import { requestIdOf } from './errorFromResponse.ts';
import type { Exchange } from './openResponse.ts';
import { parseJson } from './parseJson.ts';
import { replyError } from './replyError.ts';
import { ServiceError } from './serviceError.ts';
import { createEventStreamDecoder, doneData, type ServerSentEvent } from './sse.ts';
import { createTextFrame } from './textFrame.ts';

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
  const readEvent = createEventReader(exchange, chunks);
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
      const result = readEvent(event, batch);
      if (result instanceof ServiceError) {
        yield batch;
        throw result;
      }
      if (result === 'chunk') {
        exchange.deadline.noteData();
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

/** Whether an event held a chunk, or the error that the service reports in it. */
type ReadResult = 'chunk' | 'other' | ServiceError;

/** Makes a function that appends to `events` what the chunk in an event gives. */
function createEventReader(
  exchange: Exchange,
  chunks: ChunkReader,
): (event: ServerSentEvent, events: ServiceEvent[]) => ReadResult {
  const frame = createTextFrame();
  return ({ event, data }, events) => {
    const text = event === 'error' ? undefined : frame.textOf(data);
    if (text !== undefined) {
      pushText(text, events);
      return 'chunk';
    }
    const value = parseJson(data);
    if (event === 'error' || (isRecord(value) && isErrorObject(value))) {
      return replyError(value ?? data, exchange, 'stream');
    }
    if (!isRecord(value)) {
      return 'other';
    }
    const lengthBefore = events.length;
    chunks.read(value, events);
    const last = events.at(-1);
    if (events.length === lengthBefore + 1 && last?.kind === 'text') {
      frame.learn(data, last.text);
    }
    return 'chunk';
  };
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
