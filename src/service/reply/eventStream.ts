import * as l10n from '@vscode/l10n';
import { isRecord } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { parseJson } from '../parseJson.ts';
import { ServiceError } from '../serviceError.ts';

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
  const decoder = new EventStreamDecoder();
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

/** Of the body, in bytes. A larger piece of it is decoded in parts: its text might be too long for a string. */
const maxPieceLength = 1024 * 1024;

/** In characters. What follows in a longer line is kept only if it belongs to a field. */
const maxLineLength = 65_536;

const knownField = /^(?:data|event|id|retry):/;

/** Turns the bytes of one body into events as they arrive. For a reply, some lines with an unknown field are events, too. */
export class EventStreamDecoder {
  readonly #isForReply: boolean;
  readonly #decoder = new TextDecoder();
  #events: ServerSentEvent[] = [];
  #id = '';
  #type = '';
  /** The data of the event that has begun, by lines, and their lengths together. */
  #lines: string[] = [];
  #length = 0;
  /** The line that has begun, and whether it is that of a field if it is long. */
  #line = '';
  #isField = false;
  /** Whether the last line ended in a carriage return, to which a line feed belongs that comes next. */
  #hasReturn = false;
  /** What lines with an unknown field say within an event: it comes behind the event. */
  #behind: string[] = [];
  readonly #unknown = new UnknownText();
  #isTooLarge = false;

  constructor(isForReply = false) {
    this.#isForReply = isForReply;
  }

  /** The events that these bytes complete. Throws `ServiceError` (`protocol`) if one is too large. */
  decode(bytes: Uint8Array): readonly ServerSentEvent[] {
    for (let start = 0; start < bytes.length; start += maxPieceLength) {
      const piece = bytes.subarray(start, start + maxPieceLength);
      this.#read(this.#decoder.decode(piece, { stream: true }));
    }
    return this.#take();
  }

  /** The last event, if the body ended without the empty line after it, though its data may be cut. */
  end(): readonly ServerSentEvent[] {
    this.#read(`${this.#decoder.decode()}\n\n`);
    this.#give(this.#unknown.end());
    return this.#take();
  }

  #read(text: string): void {
    if (text === '' || this.#isTooLarge) {
      return;
    }
    const isRest = this.#hasReturn && text.startsWith('\n');
    this.#hasReturn = text.endsWith('\r');
    const lines = (isRest ? text.slice(1) : text).replaceAll(/\r\n?/g, '\n').split('\n');
    const [more = '', ...begun] = lines;
    this.#continueLine(more);
    for (const next of begun) {
      this.#readLine(this.#line);
      this.#line = '';
      this.#continueLine(next);
    }
    this.#isTooLarge =
      this.#length + this.#line.length > maxEventLength ||
      this.#lines.length + this.#behind.length > maxEventLines;
  }

  #continueLine(text: string): void {
    const isLong = this.#line.length > maxLineLength;
    this.#line += isLong && !this.#isField ? '' : text;
    if (!isLong && this.#line.length > maxLineLength) {
      this.#isField = knownField.test(this.#line);
    }
  }

  #readLine(line: string): void {
    if (line === '') {
      this.#endEvent();
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') {
      this.#lines.push(value);
      this.#length += value.length;
    } else if (field === 'event') {
      this.#type = value;
    } else if (field === 'id') {
      this.#id = value.includes('\0') ? this.#id : value;
    } else if (this.#isForReply && field !== '' && field !== 'retry') {
      const said = this.#unknown.add(line);
      if (this.#lines.length > 0) {
        this.#behind.push(...said);
      } else {
        this.#give(said);
      }
    }
  }

  #endEvent(): void {
    if (this.#lines.length > 0) {
      const data = this.#lines.join('\n');
      const event = this.#type === '' ? 'message' : this.#type;
      this.#events.push({ event, data: this.#isForReply ? unwrapped(data) : data, id: this.#id });
      this.#give([...this.#behind, ...this.#unknown.end()]);
    }
    this.#type = '';
    this.#lines = [];
    this.#length = 0;
    this.#behind = [];
  }

  #give(texts: readonly string[]): void {
    texts.forEach((text) => this.#events.push(...eventOfLine(text, this.#id)));
  }

  #take(): readonly ServerSentEvent[] {
    const taken = this.#events;
    this.#events = [];
    // The events before the one that is too large are given first.
    if (this.#isTooLarge && taken.length === 0) {
      throw eventTooLarge();
    }
    return taken;
  }
}

/** A longer text is not JSON that says why a reply ends. Each line that ends with a bracket has it parsed. */
const maxTextLines = 200;

/** Puts lines with an unknown field together that are one JSON text, as a service pretty-prints it between events. */
class UnknownText {
  #lines: string[] = [];
  #length = 0;

  /** The texts that end with this line: itself, or the JSON text of which it is the last line. */
  add(line: string): readonly string[] {
    if (this.#lines.length === 0 && !(/^\s*[[{]/.test(line) && parseJson(line) === undefined)) {
      return [line];
    }
    this.#lines.push(line);
    this.#length += line.length;
    const text = /[\]}]\s*$/.test(line) ? this.#lines.join('\n') : '';
    if (text !== '' && parseJson(text) !== undefined) {
      this.end();
      return [text];
    }
    return this.#length > maxLineLength || this.#lines.length > maxTextLines ? this.end() : [];
  }

  /** The lines of a JSON text that does not come to its end, because an event follows. */
  end(): readonly string[] {
    const ended = this.#lines;
    this.#lines = [];
    this.#length = 0;
    return ended;
  }
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

function isComplete({ data }: ServerSentEvent): boolean {
  return data === doneData || isRecord(parseJson(data));
}
