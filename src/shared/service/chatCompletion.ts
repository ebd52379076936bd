/**
 * The objects of a service's interface, with the field names of the interface
 * (`docs/service-interface.md`, "Resources and their fields"). Parley's own names are in camelCase.
 */

import { isRecord } from '../guards.ts';
import type { ExtraFields } from './extraFields.ts';
import type { RequestAdjustment } from './requestAdjustment.ts';
import type { ResponseFormat } from './responseFormat.ts';
import type { ToolCallDelta } from './toolCall.ts';

/** One message of a request (`docs/service-interface.md`, "Message object" 1). */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The body of `POST /v1/chat/completions`, except `stream`, which depends on the connection's mode. */
export interface ChatCompletionRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly max_tokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly top_p?: number | undefined;
  readonly n?: number | undefined;
  readonly stop?: string | readonly string[] | undefined;
  readonly seed?: number | undefined;
  readonly presence_penalty?: number | undefined;
  readonly frequency_penalty?: number | undefined;
  readonly response_format?: ResponseFormat | undefined;
  /** Not a field itself: further fields of the body. They replace those of the connection, and no other. */
  readonly fields?: ExtraFields | undefined;
  /** Not part of the body: the fields that are left out of it or sent under another name. */
  readonly adjustments?: readonly RequestAdjustment[] | undefined;
}

/** One element of the model list. Other fields are kept as received. */
export interface Model {
  /** Case-sensitive; kept and compared exactly. */
  readonly id: string;
  /** The provider; missing if the service does not name one. */
  readonly owned_by?: string | undefined;
  /** Unix time in seconds; `0` is a placeholder, not a date. */
  readonly created?: number | undefined;
}

/** Fields in which services state the context length ("Model object" 3). */
const lengthFields = [
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'n_ctx',
  'n_ctx_train',
];

/** Objects within a model that may have one of these fields. */
const lengthHolders = ['meta', 'metadata', 'model_info', 'top_provider'];

/** The context length of a model in tokens, as the model list states it; undefined if it does not. */
export function contextLength(model: Model): number | undefined {
  if (!isRecord(model)) {
    return undefined;
  }
  return [model, ...lengthHolders.map((holder) => model[holder])]
    .flatMap((place) => (isRecord(place) ? lengthFields.map((field) => place[field]) : []))
    .find((value): value is number => Number.isSafeInteger(value) && Number(value) > 0);
}

/** Tokens as the service counted them ("Usage object"). Other fields are kept as received. */
export interface Usage {
  readonly prompt_tokens?: number | undefined;
  readonly completion_tokens?: number | undefined;
  readonly total_tokens?: number | undefined;
}

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
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | ({ readonly kind: 'toolCall' } & ToolCallDelta)
  | { readonly kind: 'usage'; readonly usage: Usage }
  | {
      readonly kind: 'ended';
      /** As received; `null` if the service sent none. */
      readonly finishReason: string | null;
      readonly outcome: Outcome;
    };

/** `completed`: the service ended the reply normally. `truncated`: the reply broke off or was cut. */
export type Outcome = 'completed' | 'truncated';
