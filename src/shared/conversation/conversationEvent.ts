import type { WireObject } from '../guards.ts';
import type { Image } from '../images/image.ts';
import type { ToolCallDelta, Usage } from '../service/chatCompletion.ts';
import type { RequestAdjustment } from '../service/requestAdjustment.ts';
import type { OwnParameters } from '../service/requestParameters.ts';
import type {
  ConversationTarget,
  Reply,
  ReplyStatus,
  ReplyWait,
  Turn,
  UserMessage,
} from './conversation.ts';

/**
 * Everything that can happen to a conversation. Applying all events of a conversation in order to an
 * empty one gives the conversation. `at` is in milliseconds since 1970.
 */
export type ConversationEvent = TurnEvent | HeadEvent;

/** What happens to one turn. */
type TurnEvent =
  | { readonly kind: 'turnStarted'; readonly turn: Turn }
  | {
      /** With `wait`, Parley waits before it sends the request. Without it, the request is sent now. */
      readonly kind: 'replyWaiting';
      readonly turnId: string;
      readonly wait?: ReplyWait | undefined;
      readonly at: number;
    }
  | {
      /** The request was sent again with these adjustments. */
      readonly kind: 'replyAdjusted';
      readonly turnId: string;
      readonly adjustments: readonly RequestAdjustment[];
    }
  | ({ readonly kind: 'replyStarted'; readonly turnId: string } & Pick<
      Reply,
      'requestId' | 'answeredBy' | 'fingerprint' | 'fingerprintBefore' | 'provider'
    >)
  | ReplyDelta
  | ReplyTextWasReasoning
  | ReplyToolCall
  | {
      /** Images of a running reply, which the host has stored. */
      readonly kind: 'replyImages';
      readonly turnId: string;
      readonly images: readonly Image[];
      readonly at: number;
    }
  | {
      readonly kind: 'replyReasoningDetails';
      readonly turnId: string;
      readonly details: readonly WireObject[];
    }
  | { readonly kind: 'replyUsage'; readonly turnId: string; readonly usage: Usage }
  | ({
      readonly kind: 'turnEnded';
      readonly turnId: string;
      readonly status: Exclude<ReplyStatus, 'running'>;
      readonly at: number;
    } & Pick<Reply, 'finishReason' | 'error' | 'holdsSecret' | 'flaws' | 'formatCheck'>);

/** Text or reasoning that is appended to a running reply. */
export interface ReplyDelta {
  readonly kind: 'replyText' | 'replyReasoning';
  readonly turnId: string;
  readonly text: string;
  readonly at: number;
}

/** The end of the text of a running reply turned out to be reasoning, which comes after the reasoning so far. */
interface ReplyTextWasReasoning {
  readonly kind: 'replyTextWasReasoning';
  readonly turnId: string;
  /** In UTF-16 code units. */
  readonly length: number;
}

/** A piece of a tool call of a running reply. */
interface ReplyToolCall extends ToolCallDelta {
  readonly kind: 'replyToolCall';
  readonly turnId: string;
  readonly at: number;
}

/** What happens to a conversation as a whole, such as a setting or a choice of what is shown. */
export type HeadEvent =
  | { readonly kind: 'parametersSet'; readonly parameters: OwnParameters }
  | { readonly kind: 'targetSet'; readonly target: ConversationTarget }
  /** The path that ends in this turn is shown. */
  | { readonly kind: 'headSet'; readonly headId: string }
  | { readonly kind: 'turnsRemoved'; readonly turnIds: readonly string[] }
  | { readonly kind: 'turnsRestored'; readonly turnIds: readonly string[] }
  /** The reply of this turn is shown next to the last one. Without `turnId`, only one reply is shown. */
  | { readonly kind: 'besideSet'; readonly turnId?: string | undefined }
  /** Without `message`, the queue is empty. */
  | { readonly kind: 'messageQueued'; readonly message?: UserMessage | undefined }
  /** Turns that another window has added or continued, and the end of the path that is then shown. */
  | {
      readonly kind: 'turnsTakenIn';
      readonly turns: readonly Turn[];
      readonly headId?: string | undefined;
    }
  /** The conversation is no longer temporary. */
  | { readonly kind: 'kept' }
  /** Without `systemPrompt`, the system prompt of the connection is used. */
  | { readonly kind: 'systemPromptSet'; readonly systemPrompt?: string | undefined };
