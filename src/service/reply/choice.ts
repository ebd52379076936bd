import { isRecord, isString, type WireObject } from '../../shared/guards.ts';
import type { Outcome } from '../../shared/service/chatCompletion.ts';

/** In characters. A longer one is cut. */
const maxLength = 200;

/**
 * The finish reason of a choice; `null` if it has none. Some services write that as a word. OpenRouter has that of the
 * service behind it, too, which counts if only that says that the reply was cut.
 */
export function readFinishReason({
  finish_reason: reason,
  native_finish_reason: native,
}: WireObject): string | null {
  const own = reasonIn(reason);
  const behind = reasonIn(native);
  return own !== null && behind !== null && !isCut(own) && isCut(behind) ? behind : own;
}

function reasonIn(reason: unknown): string | null {
  return isString(reason) && !/^(?:|null|none)$/i.test(reason) ? reason.slice(0, maxLength) : null;
}

/** The words of a finish reason, before a detail such as in `content_filter: RECITATION`. */
function wordsOf(finishReason: string): readonly string[] {
  const [reason = ''] = finishReason.split(/[:(]/, 1);
  const words = reason.replaceAll(/([a-z])(?=[A-Z])/g, '$1 ').toLowerCase();
  return words.split(/[^a-z]+/).filter((word) => word !== '');
}

/** Of a limit of tokens: `length`, `max_tokens`, `model_length`, `token_limit`, `model_context_window_exceeded`. */
const lengthWords = /^(?:length|tokens|context)$/;

/** Whether a reply ended at a limit of tokens. */
export function isLengthReason(finishReason: string | null): boolean {
  const words = finishReason === null ? [] : wordsOf(finishReason);
  const has = (those: RegExp): boolean => words.some((word) => those.test(word));
  return has(lengthWords) || (has(/^(?:token|output)$/) && has(limitWords));
}

const limitWords = /^(?:limit|max|maximum)$/;

/** Of a reply that ended early for another reason: it was withheld, it failed, or it was stopped. */
const cutWords =
  /^(?:filter(?:ed)?|safety|blocklist|block(?:ed)?|prohibited|refusal|refused|denied|guardrail|sensitive|recitation|spii|moderation|policy|violation|flagged|language|errors?|fail(?:ed|ure)?|malformed|invalid|unexpected|abort(?:ed)?|cancel(?:l?ed)?|user|timeout|overloaded|unload(?:ed)?|memory|unavailable|insufficient|interrupted|intervened|preempted|disconnect(?:ed)?|repetition|incomplete|unfinished|not|too|missing|paused?)$/;

/** Whether a finish reason says that the reply was cut. */
function isCut(finishReason: string): boolean {
  const words = wordsOf(finishReason);
  const isEarly = words.some((word) => cutWords.test(word) || limitWords.test(word));
  return isEarly || isLengthReason(finishReason);
}

/**
 * Whether a reply is complete (`docs/service-interface.md`, "Events" 7 and 8). It is truncated if its
 * finish reason says so, or if it ended without a finish reason and without `[DONE]`.
 */
export function outcomeOf(finishReason: string | null, isDone: boolean): Outcome {
  if (finishReason === null) {
    return isDone ? 'completed' : 'truncated';
  }
  return isCut(finishReason) ? 'truncated' : 'completed';
}

/**
 * Gives a function that finds the choice that is read in the `choices` of each chunk of a reply, or of a whole one: the
 * first whose `index` is 0 or missing, else the only one (`docs/service-interface.md`, "Chat completion object" 1).
 */
export function createChoiceFinder(): (choices: unknown) => WireObject | undefined {
  let hasFirst = false;
  return (choices) => {
    const list: readonly unknown[] = Array.isArray(choices) ? choices : [];
    for (const choice of list) {
      if (isRecord(choice) && isFirst(choice)) {
        hasFirst = true;
        return choice;
      }
    }
    // Beside a reply with the index 0, another is another reply.
    const [only] = list;
    return list.length === 1 && !hasFirst && isRecord(only) ? only : undefined;
  };
}

function isFirst({ index }: WireObject): boolean {
  return index === 0 || index === undefined || index === null || index === '0';
}

/** The message of a choice, or its text, which services have there for the older interface. */
export function messageOf({ message, text }: WireObject): unknown {
  return (message === undefined || message === null) && isString(text)
    ? { content: text }
    : message;
}
