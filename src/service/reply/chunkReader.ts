import {
  firstFields,
  isFiniteNumber,
  isRecord,
  isString,
  type WireObject,
} from '../../shared/guards.ts';
import type { ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { requestIdOf } from '../http/errorFromResponse.ts';
import { createChoiceFinder, messageOf, outcomeOf, readFinishReason } from './choice.ts';
import { MessageReader } from './messageReader.ts';
import { ReplyLimit } from './cutReply.ts';
import { UsageReader, usageIn } from './usageReader.ts';

/** Turns the chunks of one reply into events. */
export class ChunkReader {
  /** The last finish reason that the service sent; `null` before that. */
  finishReason: string | null = null;
  /** Whether a part of a reply has been read: a chunk with an `id`, a `model`, a choice or usage. */
  hasBegun = false;
  /** How many chunks have said something: text, reasoning, an image or a tool call. */
  saidCount = 0;
  readonly #headers: Headers;
  readonly #limit = new ReplyLimit();
  readonly #choiceIn = createChoiceFinder();
  readonly #usage = new UsageReader();
  readonly #messages: MessageReader;
  #isStarted = false;
  #hasDeltas = false;

  /** For one reply, in a response with these headers, to a request with or without tools. */
  constructor(headers: Headers, hasTools: boolean) {
    this.#headers = headers;
    this.#messages = new MessageReader(this.#limit, hasTools);
  }

  /** How many images were left out, because there were too many or they are too large. */
  get lostImages(): number {
    return this.#messages.lostImages;
  }

  /** Whether the reply is longer than its limit; what is beyond it is left out. */
  get isTooLong(): boolean {
    return this.#limit.isExceeded;
  }

  /**
   * Appends the events of one chunk to `events` (`docs/service-interface.md`, "Chat completion chunk
   * object"), but for its last words. Fields that are missing, null or of another type are ignored. Gives whether the
   * reply has advanced: `{}`, empty choices, deltas and pieces of tool calls, repetitions, and usage in which no
   * count has grown do not count.
   */
  read(chunk: WireObject, events: ServiceEvent[]): boolean {
    const countBefore = events.length;
    const choice = this.#choiceIn(chunk['choices']);
    let isNews = choice !== undefined && this.#readChoice(choice, events);
    const sent = usageIn(chunk, choice);
    if (sent !== undefined) {
      this.giveWords(events);
      isNews = this.#usage.read(sent, events) || isNews;
    }
    if (!this.#isStarted && (isNews || isIdentified(chunk) || events.length > countBefore)) {
      this.#isStarted = true;
      isNews = true;
      events.splice(countBefore, 0, startedEvent(chunk, this.#headers));
    }
    this.hasBegun ||= this.#isStarted || choice !== undefined;
    return isNews;
  }

  /** Appends the last words of the chunks that were read, together. */
  giveWords(events: ServiceEvent[]): void {
    this.#messages.giveWords(events);
  }

  /**
   * The events at the end of the reply, after which nothing may be read. `isDone` says whether the stream had
   * `[DONE]`; without it the reply fails, and there is only what was kept back.
   */
  end(isDone?: boolean): readonly ServiceEvent[] {
    const events: ServiceEvent[] = [];
    this.#messages.flush(events);
    if (isDone !== undefined) {
      this.#messages.end(events);
      const { finishReason } = this;
      events.push({ kind: 'ended', finishReason, outcome: outcomeOf(finishReason, isDone) });
    }
    return this.#isStarted || events.length === 0
      ? events
      : [startedEvent({}, this.#headers), ...events];
  }

  #readChoice(choice: WireObject, events: ServiceEvent[]): boolean {
    const delta = choice['delta'];
    const reason = readFinishReason(choice);
    const isNews = reason !== null && reason !== this.finishReason;
    this.finishReason = reason ?? this.finishReason;
    const isInDelta = this.#messages.read(delta, events);
    this.#hasDeltas ||= isInDelta;
    // Beside deltas, some services repeat the whole message.
    if (isInDelta || (!this.#hasDeltas && this.#messages.read(messageOf(choice), events))) {
      this.saidCount += 1;
      return true;
    }
    return isNews || hasContent(delta);
  }
}

/** Some services send a chunk about the prompt, without id and model, ahead of the reply. */
function isIdentified({ id, model }: WireObject): boolean {
  return isText(id) || isText(model);
}

/** What a delta says in these fields is known from its events. */
const readFields: ReadonlySet<string> = new Set(['role', 'tool_calls', 'function_call']);

/** Whether a delta has anything beside what is read of it, such as reasoning that is encrypted. */
function hasContent(delta: unknown): boolean {
  if (isRecord(delta)) {
    for (const name in delta) {
      if (!readFields.has(name) && Object.hasOwn(delta, name) && !isEmpty(delta[name])) {
        return true;
      }
    }
  }
  return false;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.length === 0;
  }
  return isRecord(value)
    ? firstFields(value, 1).length === 0
    : value === undefined || value === null || value === '';
}

/** In characters. */
const maxIdLength = 200;
const maxModelLength = 500;

/** The event at the start of a reply, from a chunk or a whole completion and the headers before it. */
function startedEvent(
  reply: WireObject,
  headers: Headers,
): Extract<ServiceEvent, { kind: 'started' }> {
  const { id, model, created, system_fingerprint: fingerprint, provider } = reply;
  return {
    kind: 'started',
    requestId: requestIdOf(headers, isText(id) ? id : undefined)?.slice(0, maxIdLength),
    model: isText(model) ? model.slice(0, maxModelLength) : undefined,
    created: isFiniteNumber(created) ? created : undefined,
    ...(isText(fingerprint) ? { fingerprint: fingerprint.slice(0, maxIdLength) } : {}),
    ...(isText(provider) ? { provider: provider.slice(0, maxIdLength) } : {}),
  };
}

function isText(value: unknown): value is string {
  return isString(value) && value !== '';
}
