import * as l10n from '@vscode/l10n';
import { createParser } from 'eventsource-parser';
import { isRecord } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { parseJson } from '../parseJson.ts';
import { createPlacedLines } from './placedLines.ts';
import { ServiceError } from '../serviceError.ts';
import { createUnknownLineReader } from './unknownLines.ts';

/** One event of a stream (WHATWG HTML, "Server-sent events"). */
export interface ServerSentEvent {
  /** The type of the event; `message` if the stream names none. */
  readonly event: string;
  readonly data: string;
  /** The last ID in the stream up to this event; empty if there was none. */
  readonly id: string;
  /** Whether the data is a line with an unknown field, which by the rules is no event. Missing otherwise. */
  readonly isUnknownLine?: true;
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
  yield* decoder.end().filter(isComplete);
  return undefined;
}

/** The largest event, in characters. A whole reply in one event is smaller. */
const maxEventLength = 16 * 1024 * 1024;

/** The most lines of an event: each takes memory of its own, however short it is. */
const maxEventLines = 100_000;

/** In bytes. A larger piece of the body is decoded in parts: its text might be too long for a string. */
const maxPieceLength = 1024 * 1024;

/** Turns the bytes of one body into events as they arrive. */
export interface EventStreamDecoder {
  /** The events that these bytes complete. Throws `ServiceError` (`protocol`) if one is too large. */
  decode(bytes: Uint8Array): readonly ServerSentEvent[];
  /** The last event, if the body ended without the empty line after it, though its data may be cut. */
  end(): readonly ServerSentEvent[];
}

/** Makes a decoder for one body. With `isForReply`, some lines with an unknown field are events, too (`eventOfLine`). */
export function createEventStreamDecoder({ isForReply = false } = {}): EventStreamDecoder {
  const heldBack = isForReply
    ? createUnknownLineReader((line) => give(placed.add(line)))
    : (piece: string) => piece;
  // The parser drops one byte order mark itself; a second one is content.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const lines = createLineCount();
  let events: ServerSentEvent[] = [];
  let id = '';
  let hasEvent = false;
  let isTooLarge = false;
  const placed = createPlacedLines();
  const give = (texts: readonly string[]): void =>
    texts.forEach((text) => events.push(...eventOfLine(text, id)));
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onId: (newId) => (id = newId),
    onEvent: ({ event, data }) => {
      hasEvent = true;
      events.push({ event: event ?? 'message', data: isForReply ? unwrapped(data) : data, id });
      give(placed.takeBehind());
    },
    onError: ({ type, line = '' }) => {
      isTooLarge ||= type === 'max-buffer-size-exceeded';
      give(isForReply && type === 'unknown-field' ? placed.add(line) : []);
    },
  });
  const feed = (text: string): void => {
    if (isTooLarge) {
      return;
    }
    hasEvent = false;
    placed.begin(text);
    parser.feed(text);
    placed.end();
    isTooLarge ||= lines.add(text, hasEvent) > maxEventLines;
  };
  const take = (): readonly ServerSentEvent[] => {
    const taken = events;
    events = [];
    // The events before the one that is too large are given first.
    if (isTooLarge && taken.length === 0) {
      throw eventTooLarge();
    }
    return taken;
  };
  return {
    decode(bytes) {
      for (let start = 0; start < bytes.length; start += maxPieceLength) {
        const piece = bytes.subarray(start, start + maxPieceLength);
        feed(heldBack(decoder.decode(piece, { stream: true })));
      }
      return take();
    },
    end() {
      feed(heldBack(`${decoder.decode()}\n\n`));
      give(placed.takeBehind());
      return take();
    },
  };
}

function eventTooLarge(): ServiceError {
  return new ServiceError(
    'protocol',
    l10n.t(
      'The service sent an event of more than {0} characters or {1} lines.',
      formatNumber(maxEventLength),
      formatNumber(maxEventLines),
    ),
  );
}

/** Data without the name of its field, which some servers write twice, with empty lines of data behind it. */
function unwrapped(data: string): string {
  return data.startsWith('data:') ? data.replace(/^(?:data:[ \n]?)+/, '').trimEnd() : data;
}

/** A field that Parley does not know. */
const fieldLike = /^\s*[\w-]{1,40}(?:\s*:|\s*$)/;

/** What is written like a field, but says of an error by its name: `RuntimeError: …`, `Error: …`. */
const errorLike = /^\s*[\w-]{0,40}(?:error|exception)\s*:/i;

/** The field in which older servers of llama.cpp report an error. */
const errorField = 'error:';

/**
 * The event that a line with an unknown field is for a reply: an error (`docs/service-interface.md`, "Events" 12),
 * or what is no field at all: words, or what may be a chunk with a damaged field name ("Events" 5).
 */
function eventOfLine(line: string, id: string): readonly ServerSentEvent[] {
  if (line.startsWith(errorField)) {
    return [{ event: 'error', data: line.slice(errorField.length).replace(/^ /, ''), id }];
  }
  return /[{}]/.test(line) || !fieldLike.test(line) || errorLike.test(line)
    ? [{ event: 'message', data: line, id, isUnknownLine: true }]
    : [];
}

/** Counts the lines of an event that is not complete yet. */
interface LineCount {
  /** The number of lines after `chunk`, which has completed an event or not. */
  add(chunk: string, hasEvent: boolean): number;
}

/** Character codes. */
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

function createLineCount(): LineCount {
  let count = 0;
  let last = lineFeed;
  return {
    add(chunk, hasEvent) {
      // What follows an event in the same chunk is little, and need not be counted.
      count = hasEvent ? 0 : count;
      for (let at = hasEvent ? chunk.length - 1 : 0; at < chunk.length; at += 1) {
        const code = chunk.charCodeAt(at);
        if (code === carriageReturn || (code === lineFeed && last !== carriageReturn)) {
          const isEmptyLine = last === lineFeed || last === carriageReturn;
          count = isEmptyLine ? 0 : count + 1;
        }
        last = code;
      }
      return count;
    },
  };
}

function isComplete({ data }: ServerSentEvent): boolean {
  return data === doneData || isRecord(parseJson(data));
}
