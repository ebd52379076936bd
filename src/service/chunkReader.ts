import { isFiniteNumber, isObjectOf, isRecord, isString, optional } from '../shared/guards.ts';
import type { Outcome, ServiceEvent, Usage } from '../shared/service/chatCompletion.ts';

type WireObject = Readonly<Record<string, unknown>>;

/** Turns the chunks of one streamed reply into events. */
export interface ChunkReader {
  /** How the service says that the reply ended; `null` as long as it does not. */
  readonly finishReason: string | null;
  /** Whether a chunk has been read. */
  readonly hasBegun: boolean;
  /**
   * Appends to `events` what one chunk gives (`service-interface.md`, "Chat completion chunk
   * object"). What is missing, null or unknown in it is passed over.
   */
  read(chunk: WireObject, events: ServiceEvent[]): void;
  /** The events that end the reply. */
  end(isDone: boolean): readonly ServiceEvent[];
}

/** Makes a reader for one reply. `requestId` is what the headers say, if the chunks do not. */
export function createChunkReader(requestId: string | undefined): ChunkReader {
  let finishReason: string | null = null;
  let hasBegun = false;
  let isStarted = false;
  let lastUsage = '';
  function read(chunk: WireObject, events: ServiceEvent[]): void {
    hasBegun = true;
    const startIndex = events.length;
    const choice = firstChoice(chunk['choices']);
    if (choice !== undefined) {
      finishReason = readFinishReason(choice) ?? finishReason;
      readDelta(choice['delta'], events);
    }
    if (isRecord(chunk['usage'])) {
      lastUsage = pushUsage(chunk['usage'], lastUsage, events);
    }
    if (!isStarted && (isIdentified(chunk) || events.length > startIndex)) {
      isStarted = true;
      events.splice(startIndex, 0, startedEvent(chunk, requestId));
    }
  }
  return {
    get finishReason() {
      return finishReason;
    },
    get hasBegun() {
      return hasBegun;
    },
    read,
    end: (isDone) => [
      ...(isStarted ? [] : [startedEvent({}, requestId)]),
      { kind: 'ended', finishReason, outcome: outcomeOf(finishReason, isDone) },
    ],
  };
}

/** The event that begins a reply, from a chunk or a whole completion. */
export function startedEvent(
  reply: WireObject,
  requestId: string | undefined,
): Extract<ServiceEvent, { kind: 'started' }> {
  const { id, model, created } = reply;
  return {
    kind: 'started',
    requestId: isText(id) ? id : requestId,
    model: isText(model) ? model : undefined,
    created: isFiniteNumber(created) ? created : undefined,
  };
}

/** The choice with index 0; Parley asks for no other. */
export function firstChoice(choices: unknown): WireObject | undefined {
  if (!Array.isArray(choices)) {
    return undefined;
  }
  return choices.find(
    (choice): choice is WireObject => isRecord(choice) && (choice['index'] ?? 0) === 0,
  );
}

/** The finish reason of a choice, or `null` while it has none. */
export function readFinishReason({ finish_reason: reason }: WireObject): string | null {
  return isText(reason) ? reason : null;
}

/** Some services send a chunk about the prompt, without id and model, ahead of the reply. */
function isIdentified({ id, model }: WireObject): boolean {
  return isText(id) || isText(model);
}

/** Some services repeat the usage with every chunk; it is an event only when it changes. */
function pushUsage(usage: WireObject, last: string, events: ServiceEvent[]): string {
  const read = readUsage(usage);
  const written = JSON.stringify(read);
  if (written !== last) {
    events.push({ kind: 'usage', usage: read });
  }
  return written;
}

function readDelta(delta: unknown, events: ServiceEvent[]): void {
  if (!isRecord(delta)) {
    return;
  }
  const reasoning = reasoningText(delta);
  if (reasoning !== '') {
    events.push({ kind: 'reasoning', text: reasoning });
  }
  pushText(contentText(delta['content']), events);
}

/** Appends the event for a piece of text, if there is any. */
export function pushText(text: string, events: ServiceEvent[]): void {
  if (text !== '') {
    events.push({ kind: 'text', text });
  }
}

function isText(value: unknown): value is string {
  return isString(value) && value !== '';
}

/** The text of `content`: a string, a list of parts of type `text`, or nothing. */
export function contentText(content: unknown): string {
  if (isString(content)) {
    return content;
  }
  return Array.isArray(content) ? content.map(partText).join('') : '';
}

/** What a model thinks before it answers, under either of the two names in use. */
export function reasoningText(message: Readonly<Record<string, unknown>>): string {
  const { reasoning_content: content, reasoning } = message;
  if (isString(content) && content !== '') {
    return content;
  }
  return isString(reasoning) ? reasoning : '';
}

function partText(part: unknown): string {
  return isRecord(part) && part['type'] === 'text' && isString(part['text']) ? part['text'] : '';
}

const counts = new Set(['prompt_tokens', 'completion_tokens', 'total_tokens']);

const isUsage = isObjectOf({
  prompt_tokens: optional(isFiniteNumber),
  completion_tokens: optional(isFiniteNumber),
  total_tokens: optional(isFiniteNumber),
});

/** Details such as `prompt_tokens_details` are one level deep. */
const maxLevels = 4;

/**
 * The usage as the service sent it, without counts that are no numbers and without fields that are
 * nested so deep that writing them to a file would fail.
 */
export function readUsage(value: Readonly<Record<string, unknown>>): Usage {
  const usage = Object.fromEntries(
    Object.entries(value).filter(
      ([key, field]) => (!counts.has(key) || isFiniteNumber(field)) && isWithin(field, maxLevels),
    ),
  );
  return isUsage(usage) ? usage : {};
}

function isWithin(value: unknown, levels: number): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    (levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1)))
  );
}

/** Finish reasons with which a reply is not whole. */
const cutReasons = new Set(['length', 'content_filter', 'error']);

/**
 * Whether a reply is whole (`service-interface.md`, "Events" 7 and 8): it is not when its finish
 * reason says so, nor when it ended without a finish reason and without `[DONE]`.
 */
export function outcomeOf(finishReason: string | null, isDone: boolean): Outcome {
  if (finishReason === null) {
    return isDone ? 'completed' : 'truncated';
  }
  return cutReasons.has(finishReason) ? 'truncated' : 'completed';
}
