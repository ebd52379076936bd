import { createParser } from 'eventsource-parser';
import { isRecord } from '../shared/guards.ts';
import { parseJson } from './parseJson.ts';
import { ServiceError } from './serviceError.ts';

/** One event of a stream (WHATWG HTML, "Server-sent events"). */
export interface ServerSentEvent {
  /** The type of the event; `message` if the stream names none. */
  readonly event: string;
  readonly data: string;
  /** The last ID in the stream up to this event; empty if there was none. */
  readonly id: string;
}

/** The data that ends a streamed reply (`docs/service-interface.md`, "Events" 2). */
export const doneData = '[DONE]';

/**
 * Reads a body as an event stream by the WHATWG rules: UTF-8, one leading byte order mark dropped,
 * LF, CR or CRLF, any split of the bytes. In addition, a last event without its empty line is given
 * if its data is a complete JSON object or `[DONE]` (`docs/service-interface.md`, "Events" 4).
 * Leaving the loop cancels the body. Throws what the body throws, and `ServiceError` of kind
 * `protocol` for an event of more than 16 Mi characters ("Events" 11).
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent, undefined, undefined> {
  const decoder = createEventStreamDecoder();
  for await (const bytes of body) {
    yield* decoder.decode(bytes);
  }
  yield* decoder.end();
  return undefined;
}

/** The largest event, in characters. A whole reply in one event is smaller. */
const maxEventLength = 16 * 1024 * 1024;

/** Turns the bytes of one body into events as they arrive. */
export interface EventStreamDecoder {
  /** The events that these bytes complete. Throws `ServiceError` (`protocol`) if one is too large. */
  decode(bytes: Uint8Array): readonly ServerSentEvent[];
  /** The last event, if the body ended without the empty line after it but its data is complete. */
  end(): readonly ServerSentEvent[];
}

/** Makes a decoder for one body. */
export function createEventStreamDecoder(): EventStreamDecoder {
  // The parser drops one byte order mark itself; a second one is content.
  const text = new TextDecoder('utf-8', { ignoreBOM: true });
  let events: ServerSentEvent[] = [];
  let id = '';
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onId: (newId) => {
      id = newId;
    },
    onEvent: ({ event, data }) => {
      events.push({ event: event ?? 'message', data, id });
    },
    onError: ({ type }) => {
      isTooLarge ||= type === 'max-buffer-size-exceeded';
    },
  });
  const feed = (chunk: string): readonly ServerSentEvent[] => {
    events = [];
    if (!isTooLarge) {
      parser.feed(chunk);
    }
    // The events before the one that is too large are given first.
    if (isTooLarge && events.length === 0) {
      throw new ServiceError(
        'protocol',
        `The service sent an event of more than ${maxEventLength} characters.`,
      );
    }
    return events;
  };
  return {
    decode: (bytes) => feed(text.decode(bytes, { stream: true })),
    end: () => feed(`${text.decode()}\n\n`).filter(isComplete),
  };
}

function isComplete({ data }: ServerSentEvent): boolean {
  return data === doneData || isRecord(parseJson(data));
}
