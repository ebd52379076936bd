import type { RequestChange } from './requestChange.ts';

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
  readonly changes?: readonly RequestChange[] | undefined;
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
