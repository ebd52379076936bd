import { isArrayOf, isBoolean, isRecord, isString } from '../guards.ts';
import type { Usage } from '../service/chatCompletion.ts';
import type { ModelCheck } from '../service/modelCheck.ts';
import type { RefusedField, RequestAdjustment } from '../service/requestAdjustment.ts';
import type { OwnParameters } from '../service/requestParameters.ts';
import type { ServiceErrorKind } from '../service/serviceErrorKind.ts';

/** Every reply ends in exactly one of the last four. */
export type ReplyStatus = 'running' | 'completed' | 'stopped' | 'truncated' | 'failed';

/** Code that the user sent along, as it was at that moment. */
export interface ContextItem {
  /** Relative to the workspace where there is one, with `/`. */
  readonly path: string;
  readonly languageId: string;
  /** First and last line, counted from 1, both included. */
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  /** The whole file, which is read again when the message is sent; neither sent nor stored. */
  readonly uri?: string | undefined;
}

/** What the user sent. */
export interface UserMessage {
  readonly text: string;
  readonly context: readonly ContextItem[];
}

/** A failure as it is shown and stored: no key, no request body. */
export interface ReplyError {
  readonly kind: ServiceErrorKind;
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** The service's own words, at most 500 characters. */
  readonly detail?: string | undefined;
  /** The field of the request that the service does not take. */
  readonly refused?: RefusedField | undefined;
  /** What the model list says, where the failure is about the model. */
  readonly modelCheck?: ModelCheck | undefined;
}

/** A time that the service asks to wait before the request is sent again. */
export interface ReplyWait {
  /** When it is over, in milliseconds since 1970 by the host's clock. */
  readonly until: number;
  readonly delayMs: number;
  readonly reason: ServiceErrorKind;
}

/** What came back, or what has come back so far. Times are milliseconds since 1970. */
export interface Reply {
  readonly status: ReplyStatus;
  /** Name of the connection, as it was when the request was made. */
  readonly connection: string;
  /** Its id; missing in replies of other programs and in those stored before ids were. */
  readonly connectionId?: string | undefined;
  /** The model that was asked for. */
  readonly model: string;
  /** The model that answered, where the service says so. */
  readonly answeredBy?: string | undefined;
  /** What went out otherwise than it was set. */
  readonly changes?: readonly RequestAdjustment[] | undefined;
  readonly requestId?: string | undefined;
  readonly text: string;
  readonly reasoning: string;
  readonly usage?: Usage | undefined;
  readonly finishReason?: string | undefined;
  readonly error?: ReplyError | undefined;
  /** While the request is held back. */
  readonly waiting?: ReplyWait | undefined;
  readonly startedAt: number;
  /** When the first text or reasoning came. */
  readonly firstTokenAt?: number | undefined;
  /** When the reasoning was over, where there was some: the first text came. */
  readonly reasonedUntil?: number | undefined;
  readonly endedAt?: number | undefined;
}

/** One message with its reply. A turn whose reply has ended never changes. */
export interface Turn {
  readonly id: string;
  /** The turn before; missing for the first. Siblings share their parent. */
  readonly parentId?: string | undefined;
  readonly user: UserMessage;
  readonly reply: Reply;
  /** Whether the message asks to go on with the reply before, and the two replies are read as one. */
  readonly isContinuation?: boolean | undefined;
  /** The reply runs in another window, which alone stops and writes it. Never stored. */
  readonly isElsewhere?: true | undefined;
}

/** A connection by its id, and the model once one is chosen. */
export interface ConversationTarget {
  readonly connectionId: string;
  readonly model?: string | undefined;
}

/** A tree of turns, of which the transcript shows the path that ends in `headId`. */
export interface Conversation {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly turns: readonly Turn[];
  readonly headId?: string | undefined;
  /** Where the paths ended that were left for another branch, the latest last. */
  readonly leftHeadIds?: readonly string[] | undefined;
  /** Turns that are neither shown nor sent; what followed one follows the turn before it. */
  readonly removedIds?: readonly string[] | undefined;
  /** The version of the last turn whose reply is shown beside that of the path. */
  readonly besideId?: string | undefined;
  /** Waits for the reply that is running to be complete. */
  readonly queued?: UserMessage | undefined;
  /** Goes before the connection's; an empty one is none. */
  readonly systemPrompt?: string | undefined;
  /** What the user has set for this conversation; goes before what the connection says. */
  readonly parameters?: OwnParameters | undefined;
  /** Where its messages went last, or are to go next. */
  readonly target?: ConversationTarget | undefined;
  /** A newer version of Parley has stored it: nothing may be added, for it could be lost there. */
  readonly isReadOnly?: boolean | undefined;
  /** Nothing of it is written anywhere. */
  readonly isTemporary?: boolean | undefined;
}

/** All of a conversation but its turns. */
export type ConversationHead = Omit<Conversation, 'turns'>;

/** What is noted of a conversation for the history; kept in `conversation.json` beside the rest. */
export interface ChatLabels {
  /** What the user calls it; without it, its first message names it. */
  readonly title?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Name of the workspace in which it was begun. */
  readonly workspace?: string | undefined;
}

/** Every note by name, undefined where it is not stored as it should be. */
export function readLabels(head: unknown): ChatLabels {
  const { title, pinned, tags, workspace } = isRecord(head) ? head : {};
  return {
    title: isString(title) ? title : undefined,
    pinned: isBoolean(pinned) ? pinned : undefined,
    tags: isArrayOf(isString)(tags) ? tags : undefined,
    workspace: isString(workspace) ? workspace : undefined,
  };
}

/** Whether an id is made of the characters of ours: ids become the names of files and folders. */
export function isSafeId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id);
}
