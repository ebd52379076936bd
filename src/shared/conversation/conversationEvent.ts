import type { Usage } from '../service/chatCompletion.ts';
import type { OwnParameters } from '../service/requestParameters.ts';
import type {
  ConversationTarget,
  ReplyError,
  ReplyStatus,
  ReplyWait,
  Turn,
  UserMessage,
} from './conversation.ts';

/** How a reply can end. */
type EndedStatus = Exclude<ReplyStatus, 'running'>;

/**
 * Everything that can happen to a conversation. Replaying the events of a conversation gives the
 * conversation. `at` is in milliseconds since 1970.
 */
export type ConversationEvent = TurnEvent | HeadEvent;

/** What changes a conversation but none of its turns. */
export type HeadEvent =
  | { readonly kind: 'parametersSet'; readonly parameters: OwnParameters }
  | { readonly kind: 'targetSet'; readonly target: ConversationTarget }
  /** Another branch is shown: the path that ends in this turn. */
  | { readonly kind: 'headSet'; readonly headId: string }
  | { readonly kind: 'turnsRemoved' | 'turnsRestored'; readonly turnIds: readonly string[] }
  /** Without `turnId` one reply is shown again. */
  | { readonly kind: 'besideSet'; readonly turnId?: string | undefined }
  /** Without `message` nothing is queued any more. */
  | { readonly kind: 'messageQueued'; readonly message?: UserMessage | undefined }
  /** Turns that another window has added, or knows the end of, and where the path ends then. */
  | {
      readonly kind: 'turnsTakenIn';
      readonly turns: readonly Turn[];
      readonly headId?: string | undefined;
    }
  /** A temporary conversation is to be stored. */
  | { readonly kind: 'kept' }
  /** Without `systemPrompt` the connection's is sent. */
  | { readonly kind: 'systemPromptSet'; readonly systemPrompt?: string | undefined };

const headKinds: ReadonlySet<ConversationEvent['kind']> = new Set<HeadEvent['kind']>([
  'parametersSet',
  'targetSet',
  'headSet',
  'turnsRemoved',
  'turnsRestored',
  'besideSet',
  'messageQueued',
  'systemPromptSet',
  'kept',
  'turnsTakenIn',
]);

/** What happens to one turn. */
type TurnEvent =
  | { readonly kind: 'turnStarted'; readonly turn: Turn }
  | {
      /** The request is held back; without `wait`, it is sent now. */
      readonly kind: 'replyWaiting';
      readonly turnId: string;
      readonly wait?: ReplyWait | undefined;
      readonly at: number;
    }
  | {
      readonly kind: 'replyStarted';
      readonly turnId: string;
      readonly requestId?: string | undefined;
      readonly answeredBy?: string | undefined;
    }
  | ReplyDelta
  | { readonly kind: 'replyUsage'; readonly turnId: string; readonly usage: Usage }
  | {
      readonly kind: 'turnEnded';
      readonly turnId: string;
      readonly status: EndedStatus;
      readonly finishReason?: string | undefined;
      readonly error?: ReplyError | undefined;
      readonly at: number;
    };

/** Whether an event changes something other than a turn. */
export function isHeadEvent(event: ConversationEvent): event is HeadEvent {
  return headKinds.has(event.kind);
}

/** Text or reasoning that is to be appended to a running reply. */
export interface ReplyDelta {
  readonly kind: 'replyText' | 'replyReasoning';
  readonly turnId: string;
  readonly text: string;
  readonly at: number;
}

/** The events that put another path in the place of the one that is shown. */
const pathKinds: ReadonlySet<ConversationEvent['kind']> = new Set<ConversationEvent['kind']>([
  'headSet',
  'turnsRemoved',
  'turnsRestored',
  'besideSet',
]);

/** Whether other turns are shown after an event, none of which is new. */
export function changesPath({ kind }: ConversationEvent): boolean {
  return pathKinds.has(kind);
}

/** Whether more than the transcript is to be shown anew after an event. */
export function changesState(event: ConversationEvent): boolean {
  return isHeadEvent(event) || event.kind === 'turnStarted' || event.kind === 'turnEnded';
}
