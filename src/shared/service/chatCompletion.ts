/**
 * The objects of a service's interface, with the field names of the interface
 * (`docs/service-interface.md`, "Resources and their fields"). Parley's own names are in camelCase.
 */

import {
  type Guarded,
  isFiniteNumber,
  isObjectOf,
  isString,
  optional,
  type WireObject,
} from '../guards.ts';
import type { Image } from '../images/image.ts';
import type { ExtraFields } from './extraFields.ts';
import type { RequestAdjustment } from './requestAdjustment.ts';
import type { RequestFields } from './requestParameters.ts';
import type { ReceivedToolCallDelta } from './toolCall.ts';

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
