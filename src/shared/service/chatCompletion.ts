import { isRecord } from '../guards.ts';
import type { RequestAdjustment } from './requestAdjustment.ts';

/**
 * The objects of the service's interface, with the field names it gives them
 * (`service-interface.md`, "Resources and their fields"). What Parley makes of them is camelCase.
 */

/** Who speaks (`service-interface.md`, "Message object"). */
type Role = 'system' | 'user' | 'assistant';

/** One message of a request. */
export interface ChatMessage {
  readonly role: Role;
  readonly content: string;
}

/** The body of `POST /v1/chat/completions` without `stream`, which the mode decides. */
export interface ChatCompletionRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly max_tokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly top_p?: number | undefined;
  readonly n?: number | undefined;
  readonly stop?: string | readonly string[] | undefined;
  /** No part of the body: what is left out of it or goes out under another name. */
  readonly changes?: readonly RequestAdjustment[] | undefined;
}

/** One element of the model list. Fields beyond these are carried as the service sent them. */
export interface Model {
  /** Case-sensitive; kept and compared exactly. */
  readonly id: string;
  /** The provider; missing where the service does not say. */
  readonly owned_by?: string | undefined;
  /** Unix time in seconds; `0` is a placeholder, not a date. */
  readonly created?: number | undefined;
}

/** Tokens as the service counted them. Fields beyond these are carried as the service sent them. */
export interface Usage {
  readonly prompt_tokens?: number | undefined;
  readonly completion_tokens?: number | undefined;
  readonly total_tokens?: number | undefined;
}

/** Fields in which services state how many tokens a model takes; the interface names none. */
const fields = [
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'n_ctx',
  'n_ctx_train',
];

/** Objects within a model that may hold one of the fields. */
const holders = ['meta', 'metadata', 'model_info', 'top_provider'];

/** How many tokens a model takes, as the model list states it; nothing where it does not. */
export function contextLength(model: Model): number | undefined {
  if (!isRecord(model)) {
    return undefined;
  }
  return [model, ...holders.map((holder) => model[holder])]
    .flatMap((place) => (isRecord(place) ? fields.map((field) => place[field]) : []))
    .find((value): value is number => Number.isSafeInteger(value) && Number(value) > 0);
}

/** `completed`: the reply is whole. `truncated`: the service or something between cut it. */
export type Outcome = 'completed' | 'truncated';

/** What the client makes of one streamed reply, in order; `ended` is last and comes exactly once. */
export type ServiceEvent =
  | {
      readonly kind: 'started';
      /** The completion's `id`, or the response's request id header; for tracing in a log. */
      readonly requestId: string | undefined;
      /** The model that answers, which may differ from the one asked for. */
      readonly model: string | undefined;
      /** Unix time in seconds. */
      readonly created: number | undefined;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'usage'; readonly usage: Usage }
  | {
      readonly kind: 'ended';
      /** As the service gave it; `null` where it gave none. */
      readonly finishReason: string | null;
      readonly outcome: Outcome;
    };
