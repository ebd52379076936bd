import { isFiniteNumber, isObjectOf, isRecord, isString, optional } from '../shared/guards.ts';
import type { Outcome, ServiceEvent, Usage } from '../shared/service/chatCompletion.ts';
import { createToolCallReader, type ToolCallReader } from './toolCalls.ts';

type WireObject = Readonly<Record<string, unknown>>;

/** Turns the chunks of one streamed reply into events. */
export interface ChunkReader {
  /** The last finish reason that the service sent; `null` before that. */
  readonly finishReason: string | null;
  /** Whether a chunk has been read. */
  readonly hasBegun: boolean;
  /**
   * Appends the events of one chunk to `events` (`docs/service-interface.md`, "Chat completion chunk
   * object"). Fields that are missing, null or of another type are ignored.
   */
  read(chunk: WireObject, events: ServiceEvent[]): void;
  /** The events at the end of the reply. `isDone` says whether the stream had `[DONE]`. */
  end(isDone: boolean): readonly ServiceEvent[];
}

/** Makes a reader for one reply. `requestId`, from the headers, is used if the chunks have no `id`. */
export function createChunkReader(requestId: string | undefined): ChunkReader {
  let finishReason: string | null = null;
  let hasBegun = false;
  let isStarted = false;
  let lastUsage = '';
  const toolCalls = createToolCallReader();
  return {
    get finishReason() {
      return finishReason;
    },
    get hasBegun() {
      return hasBegun;
    },
    read(chunk, events) {
      hasBegun = true;
      const countBefore = events.length;
      const choice = firstChoice(chunk['choices']);
      if (choice !== undefined) {
        finishReason = readFinishReason(choice) ?? finishReason;
        pushDelta(choice['delta'], toolCalls, events);
      }
      // Some services send it inside the choice.
      const usage = chunk['usage'] ?? choice?.['usage'];
      if (isRecord(usage)) {
        lastUsage = pushUsage(usage, lastUsage, events);
      }
      if (!isStarted && (isIdentified(chunk) || events.length > countBefore)) {
        isStarted = true;
        events.splice(countBefore, 0, startedEvent(chunk, requestId));
      }
    },
    end: (isDone) => [
      ...(isStarted ? [] : [startedEvent({}, requestId)]),
      { kind: 'ended', finishReason, outcome: outcomeOf(finishReason, isDone) },
    ],
  };
}

/** Some services send a chunk about the prompt, without id and model, ahead of the reply. */
function isIdentified({ id, model }: WireObject): boolean {
  return isText(id) || isText(model);
}

/** Appends the events of a delta: reasoning, then text, then tool calls. */
function pushDelta(delta: unknown, toolCalls: ToolCallReader, events: ServiceEvent[]): void {
  if (!isRecord(delta)) {
    return;
  }
  const reasoning = reasoningText(delta);
  if (reasoning !== '') {
    events.push({ kind: 'reasoning', text: reasoning });
  }
  const text = contentText(delta['content']);
  if (text !== '') {
    events.push({ kind: 'text', text });
  }
  toolCalls.read(delta, events);
}

/**
 * Appends an event for the usage if it differs from `last`: some services repeat it with every chunk.
 * Gives the usage as JSON, the next `last`.
 */
function pushUsage(usage: WireObject, last: string, events: ServiceEvent[]): string {
  const read = readUsage(usage);
  const written = JSON.stringify(read);
  if (written !== last) {
    events.push({ kind: 'usage', usage: read });
  }
  return written;
}

/** The event at the start of a reply, from a chunk or a whole completion. */
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

/** The first choice whose `index` is 0 or missing; the others are not read. */
export function firstChoice(choices: unknown): WireObject | undefined {
  if (!Array.isArray(choices)) {
    return undefined;
  }
  const list: readonly unknown[] = choices;
  for (const choice of list) {
    if (isRecord(choice) && (choice['index'] ?? 0) === 0) {
      return choice;
    }
  }
  return undefined;
}

/** The finish reason of a choice; `null` if it has none. */
export function readFinishReason({ finish_reason: reason }: WireObject): string | null {
  return isText(reason) ? reason : null;
}

/** The text of `content`: a string, or the parts of type `text` of a list; otherwise empty. */
export function contentText(content: unknown): string {
  if (isString(content)) {
    return content;
  }
  return Array.isArray(content) ? content.map(partText).join('') : '';
}

function partText(part: unknown): string {
  return isRecord(part) && part['type'] === 'text' && isString(part['text']) ? part['text'] : '';
}

/** The reasoning in a message or delta: `reasoning_content`, else `reasoning`, else empty. */
export function reasoningText({ reasoning_content: content, reasoning }: WireObject): string {
  if (isText(content)) {
    return content;
  }
  return isString(reasoning) ? reasoning : '';
}

function isText(value: unknown): value is string {
  return isString(value) && value !== '';
}

const counts = new Set(['prompt_tokens', 'completion_tokens', 'total_tokens']);

const isUsage = isObjectOf({
  prompt_tokens: optional(isFiniteNumber),
  completion_tokens: optional(isFiniteNumber),
  total_tokens: optional(isFiniteNumber),
});

/** The usual details, such as `prompt_tokens_details`, are nested one level deep. */
const maxLevels = 4;

/**
 * The usage as the service sent it (`docs/service-interface.md`, "Usage object"), without counts that
 * are not numbers and without fields nested so deep that they could not be written to a file.
 */
export function readUsage(value: WireObject): Usage {
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

/** Finish reasons of a reply that ended early. */
const cutReasons = new Set(['length', 'content_filter', 'error']);

/**
 * Whether a reply is complete (`docs/service-interface.md`, "Events" 7 and 8). It is truncated if its
 * finish reason says so, or if it ended without a finish reason and without `[DONE]`.
 */
export function outcomeOf(finishReason: string | null, isDone: boolean): Outcome {
  if (finishReason === null) {
    return isDone ? 'completed' : 'truncated';
  }
  return cutReasons.has(finishReason) ? 'truncated' : 'completed';
}
