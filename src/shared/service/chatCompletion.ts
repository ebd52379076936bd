import {
  type Guard,
  type Guarded,
  isArrayOf,
  isFiniteNumber,
  isObjectOf,
  isRecord,
  isString,
  optional,
  type WireObject,
} from '../guards.ts';
import type { Image } from '../images/image.ts';
import { type ExtraFields, jsonLength } from './extraFields.ts';
import type { RequestAdjustment } from './requestAdjustment.ts';
import type { RequestFields } from './requestParameters.ts';

/**
 * The objects of a service's interface, with the field names of the interface
 * (`docs/service-interface.md`, "Resources and their fields"). Parley's own names are in camelCase.
 */

/** One message of a request (`docs/service-interface.md`, "Message object" 1). */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** A text, or parts if there are images. */
  readonly content: string | readonly ContentPart[];
  /** The reasoning of a reply, where the model requires it. */
  readonly reasoning?: SentReasoning | undefined;
  /** The tool calls of an assistant's message. Missing if there are none. */
  readonly tool_calls?: readonly SentToolCall[] | undefined;
  /** The call whose result a tool's message is. */
  readonly tool_call_id?: string | undefined;
}

/** A tool call of an earlier reply (`docs/service-interface.md`, "Tool calls" 2). */
export interface SentToolCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is a JSON object as text. */
  readonly function: { readonly name: string; readonly arguments: string };
  /** As the service sent it with the call. */
  readonly extra_content?: WireObject | undefined;
}

/** A tool that the model may call (`docs/service-interface.md`, "Tool calls" 1). */
export interface OfferedTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string | undefined;
    /** A JSON Schema of type `object`. */
    readonly parameters: WireObject;
  };
}

/** A part of a message (`docs/service-interface.md`, "Message object" 7). */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  /** `url` is a data URL. */
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

/** A field of a message that holds the reasoning of a reply as text. */
export type ReasoningField = 'reasoning_content' | 'reasoning';

/** Reasoning that is sent back, in the field of its message ("Message object" 5). */
export type SentReasoning =
  | { readonly field: ReasoningField; readonly value: string }
  | { readonly field: 'reasoning_details'; readonly value: readonly WireObject[] };

/** The body of `POST /v1/chat/completions`, except `stream`, which depends on the connection's mode. */
export interface ChatCompletionRequest extends RequestFields {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly n?: number | undefined;
  /** Their calls are read up to larger limits, because they are carried out. */
  readonly tools?: readonly OfferedTool[] | undefined;
  /** Missing if the model decides. */
  readonly tool_choice?: 'required' | undefined;
  /** Not a field itself: further fields of the body. They replace those of the connection, and no other. */
  readonly fields?: ExtraFields | undefined;
  /** Not part of the body: the images in the messages, in their order. */
  readonly images?: readonly Image[] | undefined;
  /** Not part of the body: the fields that are left out of it or sent under another name. */
  readonly adjustments?: readonly RequestAdjustment[] | undefined;
}

export const isModel = isObjectOf({
  /** Case-sensitive; kept and compared exactly. */
  id: isString,
  /** The provider; missing if the service does not name one. */
  owned_by: optional(isString),
  /** Unix time in seconds; `0` is a placeholder, not a date. */
  created: optional(isFiniteNumber),
});

/** One element of the model list. Other fields are kept as received. */
export interface Model extends Guarded<typeof isModel> {}

export const isUsage = isObjectOf({
  prompt_tokens: optional(isFiniteNumber),
  completion_tokens: optional(isFiniteNumber),
  total_tokens: optional(isFiniteNumber),
});

/** Tokens as the service counted them ("Usage object"). Other fields are kept as received. */
export interface Usage extends Guarded<typeof isUsage> {}

/** A piece of what a model says. */
export type ReplyPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | {
      /**
       * The end of the text so far was reasoning: the text said so only afterwards
       * (`docs/service-interface.md`, "Reasoning in the text" 5). It belongs after the reasoning so far.
       */
      readonly kind: 'textWasReasoning';
      /** In UTF-16 code units. */
      readonly length: number;
    };

/** The events of one reply as the client reports them, in order. `ended` comes last, exactly once. */
export type ServiceEvent =
  | {
      readonly kind: 'started';
      /** The request ID in the headers of the response, else the `id` of the completion. */
      readonly requestId: string | undefined;
      /** The model that answers, which may not be the one that was requested. */
      readonly model: string | undefined;
      /** Unix time in seconds. */
      readonly created: number | undefined;
      /** The configuration that the model runs with; missing if the service states none. */
      readonly fingerprint?: string | undefined;
      /** Whom a gateway has passed the request to; missing if it names nobody. */
      readonly provider?: string | undefined;
    }
  | ReplyPiece
  | {
      /** Comes at the end of a whole reply, if the service sent any: as it has to be sent back. */
      readonly kind: 'reasoningDetails';
      readonly details: readonly WireObject[];
    }
  | ({ readonly kind: 'toolCall' } & ReceivedToolCallDelta)
  /** An image that the model made, as Base64 that has not been read. */
  | { readonly kind: 'image'; readonly data: string }
  | { readonly kind: 'usage'; readonly usage: Usage }
  | {
      readonly kind: 'ended';
      /** As received; `null` if the service sent none. */
      readonly finishReason: string | null;
      readonly outcome: Outcome;
    };

/** `completed`: the service ended the reply normally. `truncated`: the reply broke off or was cut. */
export type Outcome = 'completed' | 'truncated';

export const isToolCall = isObjectOf({
  id: optional(isString),
  /** Empty if the service named no function. */
  name: isString,
  /** As received: JSON as a rule, but models make mistakes. */
  arguments: isString,
});

/** A tool call that a model asked for. Parley's own chats offer no tools and carry none out. */
export interface ToolCall extends Guarded<typeof isToolCall> {}

/** What matters only for a call that is carried out. It is not kept with a chat. */
interface CallRemarks {
  /** The arguments exceed a limit, and the rest is missing. */
  readonly isCut?: true | undefined;
  /** What the service expects back with the call ("Tool calls" 2). */
  readonly extraContent?: WireObject | undefined;
}

/** A tool call of a reply as the client reads it. */
export interface ReceivedToolCall extends ToolCall, CallRemarks {}

/** A piece of a tool call. Its texts are appended to those of the call with the same index. */
export interface ToolCallDelta {
  /** Counts the calls of a reply from 0, without gaps. */
  readonly index: number;
  readonly id: string | undefined;
  readonly name: string;
  readonly arguments: string;
}

/** A piece of a tool call as the client reads it. */
interface ReceivedToolCallDelta extends ToolCallDelta, CallRemarks {}

/** The tool calls after a piece of one has arrived. A piece whose index would leave a gap changes nothing. */
export function withToolCall(
  calls: readonly ReceivedToolCall[] = [],
  { index, id, name, arguments: more, isCut, extraContent }: ReceivedToolCallDelta,
): readonly ReceivedToolCall[] {
  const before = calls[index];
  const remarks = {
    ...(isCut === undefined ? {} : { isCut }),
    ...(extraContent === undefined ? {} : { extraContent }),
  };
  if (before === undefined) {
    return index === calls.length ? [...calls, { id, name, arguments: more, ...remarks }] : calls;
  }
  return calls.with(index, {
    ...before,
    ...remarks,
    id: before.id ?? id,
    name: before.name + name,
    arguments: before.arguments + more,
  });
}

/** The text of a message, without its images. */
export function contentText({ content }: Pick<ChatMessage, 'content'>): string {
  return typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
}

/** Whether one of the messages has an image. */
export function haveImages(messages: readonly ChatMessage[]): boolean {
  return messages.some(
    ({ content }) =>
      typeof content !== 'string' && content.some(({ type }) => type === 'image_url'),
  );
}

/** What is kept of one reply; the size is that of all details together, in characters of JSON. */
const limits = { details: 1000, size: 2_000_000 };

const isRecords = isArrayOf(isRecord);

/**
 * Guards the `reasoning_details` of a reply. They are sent back as they came, if at all: a service rejects
 * them if some are missing.
 */
export const isReasoningDetails: Guard<readonly WireObject[]> = (
  value,
): value is readonly WireObject[] => isRecords(value) && canBeKept(value.length, jsonLength(value));

/** Whether this many details of this size together, in characters of JSON, can be kept. */
export function canBeKept(count: number, size: number): boolean {
  return count <= limits.details && size <= limits.size;
}
