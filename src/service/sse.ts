import { createParser } from 'eventsource-parser';
import { isRecord } from '../shared/guards.ts';
import { eachItem } from './eachItem.ts';
import { parseJson } from './parseJson.ts';
import { ServiceError } from './serviceError.ts';

/** One event of a stream (WHATWG HTML, "Server-sent events"). */
export interface ServerSentEvent {
  /** The event's type; `message` where the stream names none. */
  readonly event: string;
  readonly data: string;
  /** The last id that the stream has set, also by an earlier event; empty before that. */
  readonly id: string;
}

/** The line that ends a streamed reply (`service-interface.md`, "Events"). */
export const doneData = '[DONE]';

/** Largest event, in characters; more than any reply of a model in one piece. */
const maxEventLength = 16 * 1024 * 1024;

/** Turns bytes into events as they come; keeps no event once it is given. */
export interface EventStreamDecoder {
  /** The events that these bytes complete. Throws `ServiceError` (`protocol`) for one that is too large. */
  decode(bytes: Uint8Array): readonly ServerSentEvent[];
  /** The last event, if the body ended without the blank line after it but the event is whole. */
  end(): readonly ServerSentEvent[];
}

/** Makes a decoder for one body. */
export function createEventStreamDecoder(): EventStreamDecoder {
  // The parser takes one byte order mark away itself; a second one is content.
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
    // What came before the event that is too large is given first.
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
    end: () => feed(`${text.decode()}\n\n`).filter(isWhole),
  };
}

/**
 * Reads a body as an event stream by the WHATWG rules: UTF-8, one leading byte order mark dropped,
 * LF, CR or CRLF, any split of the bytes. One rule is wider than there: a last event without its
 * blank line counts if its data is a complete JSON object or `[DONE]`; anything less is dropped.
 * Leaving the loop cancels the body. Throws what the body throws, and `ServiceError` of kind
 * `protocol` for an event of more than 16 Mi characters.
 */
export function readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncIterableIterator<ServerSentEvent, undefined> {
  return eachItem(readBatches(body));
}

async function* readBatches(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<readonly ServerSentEvent[], void, undefined> {
  const decoder = createEventStreamDecoder();
  for await (const bytes of body) {
    yield decoder.decode(bytes);
  }
  yield decoder.end();
}

function isWhole({ data }: ServerSentEvent): boolean {
  return data === doneData || isRecord(parseJson(data));
}
