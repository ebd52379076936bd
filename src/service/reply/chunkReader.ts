import { firstFields } from '../../shared/firstFields.ts';
import { isFiniteNumber, isRecord, isString, type WireObject } from '../../shared/guards.ts';
import type { ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { requestIdOf } from '../http/errorFromResponse.ts';
import { createChoiceFinder, messageOf } from './choiceFinder.ts';
import { outcomeOf, readFinishReason } from './finishReason.ts';
import { createMessageReader, type MessageReader } from './messageReader.ts';
import { createReplyLimit } from './replyLimit.ts';
import { createUsageReader, usageIn } from './usageReader.ts';

/** Turns the chunks of one streamed reply into events. */
export interface ChunkReader {
  /** The last finish reason that the service sent; `null` before that. */
  readonly finishReason: string | null;
  /** Whether a part of a reply has been read: a chunk with an `id`, a `model`, a choice or usage. */
  readonly hasBegun: boolean;
  /** How many chunks have said something: text, reasoning, an image or a tool call. */
  readonly saidCount: number;
  /** How many images were left out, because there were too many or they are too large. */
  readonly lostImages: number;
  /** Whether the reply is longer than its limit; what is beyond it is left out. */
  readonly isTooLong: boolean;
  /**
   * Appends the events of one chunk to `events` (`docs/service-interface.md`, "Chat completion chunk
   * object"), but for its last words. Fields that are missing, null or of another type are ignored. Gives whether the
   * reply has advanced: `{}`, empty choices, deltas and pieces of tool calls, repetitions, and usage in which no
   * count has grown do not count.
   */
  read(chunk: WireObject, events: ServiceEvent[]): boolean;
  /** Appends the last words of the chunks that were read, together. */
  giveWords(events: ServiceEvent[]): void;
  /**
   * The events at the end of the reply, after which nothing may be read. `isDone` says whether the stream had
   * `[DONE]`; without it the reply fails, and there is only what was kept back.
   */
  end(isDone?: boolean): readonly ServiceEvent[];
}

/** Makes a reader for one reply, in a response with these headers, to a request with or without tools. */
export function createChunkReader(headers: Headers, hasTools: boolean): ChunkReader {
  const limit = createReplyLimit();
  let hasBegun = false;
  let isStarted = false;
  const choiceIn = createChoiceFinder();
  const usage = createUsageReader();
  const messages = createMessageReader({ limit, hasTools });
  const choices = createChoiceReader(messages);
  return {
    get finishReason() {
      return choices.finishReason;
    },
    get hasBegun() {
      return hasBegun;
    },
    get saidCount() {
      return choices.saidCount;
    },
    get lostImages() {
      return messages.lostImages;
    },
    get isTooLong() {
      return limit.isExceeded;
    },
    read(chunk, events) {
      const countBefore = events.length;
      const choice = choiceIn(chunk['choices']);
      let isNews = choice !== undefined && choices.read(choice, events);
      const sent = usageIn(chunk, choice);
      if (sent !== undefined) {
        messages.giveWords(events);
        isNews = usage.read(sent, events) || isNews;
      }
      if (!isStarted && (isNews || isIdentified(chunk) || events.length > countBefore)) {
        isStarted = true;
        isNews = true;
        events.splice(countBefore, 0, startedEvent(chunk, headers));
      }
      hasBegun ||= isStarted || choice !== undefined;
      return isNews;
    },
    giveWords: (events) => messages.giveWords(events),
    end(isDone) {
      const events: ServiceEvent[] = [];
      messages.flush(events);
      if (isDone !== undefined) {
        messages.end(events);
        const { finishReason } = choices;
        events.push({ kind: 'ended', finishReason, outcome: outcomeOf(finishReason, isDone) });
      }
      return isStarted || events.length === 0 ? events : [startedEvent({}, headers), ...events];
    },
  };
}

/** Reads the choices of one reply. */
interface ChoiceReader extends Pick<ChunkReader, 'finishReason' | 'saidCount'> {
  /** Appends the events of a choice, but for its last words. Gives whether the reply has advanced. */
  read(choice: WireObject, events: ServiceEvent[]): boolean;
}

function createChoiceReader(messages: MessageReader): ChoiceReader {
  let finishReason: string | null = null;
  let hasDeltas = false;
  let saidCount = 0;
  return {
    get finishReason() {
      return finishReason;
    },
    get saidCount() {
      return saidCount;
    },
    read(choice, events) {
      const delta = choice['delta'];
      const reason = readFinishReason(choice);
      const isNews = reason !== null && reason !== finishReason;
      finishReason = reason ?? finishReason;
      const isInDelta = messages.read(delta, events);
      hasDeltas ||= isInDelta;
      // Beside deltas, some services repeat the whole message.
      if (isInDelta || (!hasDeltas && messages.read(messageOf(choice), events))) {
        saidCount += 1;
        return true;
      }
      return isNews || hasContent(delta);
    },
  };
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
export function startedEvent(
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
