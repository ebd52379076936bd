import type { WireObject } from '../guards.ts';
import type { Usage } from '../service/chatCompletion.ts';
import type { FormatCheck } from './formatCheck.ts';
import type { Image } from '../images/image.ts';
import type { FailureFacts } from '../service/failureFacts.ts';
import type { ModelCheck } from '../models/modelCheck.ts';
import type { RequestAdjustment } from '../service/requestAdjustment.ts';
import type { OwnParameters } from '../service/requestParameters.ts';
import type { ServiceErrorKind } from '../service/serviceErrorKind.ts';
import type { ToolCall } from '../service/toolCall.ts';

/** A tree of turns. The transcript shows the path from a first turn to the turn `headId`. */
export interface Conversation {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly turns: readonly Turn[];
  readonly headId?: string | undefined;
  /** The last turns of the paths that were shown before another branch was chosen, the latest last. */
  readonly leftHeadIds?: readonly string[] | undefined;
  /** Turns that are neither shown nor sent. The turns after one of them follow the turn before it. */
  readonly removedIds?: readonly string[] | undefined;
  /**
   * The version of the last turn whose reply is shown next to the reply on the path, as long as both
   * reply to the same message.
   */
  readonly besideId?: string | undefined;
  /** Sent when the running reply is complete. */
  readonly queued?: UserMessage | undefined;
  /** Used in place of the connection's system prompt; an empty text means that none is sent. */
  readonly systemPrompt?: string | undefined;
  /** What the user has set for this conversation. Takes precedence over the connection's parameters. */
  readonly parameters?: OwnParameters | undefined;
  /** Where the last message was sent, or where the user has chosen to send the next one. */
  readonly target?: ConversationTarget | undefined;
  /** A newer version of Parley has stored it. Nothing may be added, because that could lose data. */
  readonly isReadOnly?: boolean | undefined;
  /** Nothing of it is stored. */
  readonly isTemporary?: boolean | undefined;
}

/** How many left branches are remembered; the oldest are forgotten first. */
export const maxLeftHeads = 200;

/** A conversation without its turns. */
export type ConversationHead = Omit<Conversation, 'turns'>;

/** One message with its reply. A turn whose reply has ended never changes. */
export interface Turn {
  readonly id: string;
  /** The turn before; missing for the first. Versions of a turn have the same parent. */
  readonly parentId?: string | undefined;
  readonly user: UserMessage;
  readonly reply: Reply;
  /** Whether the message asks to continue the reply before it. Both replies are then read as one. */
  readonly isContinuation?: boolean | undefined;
  /** The reply runs in another window. Only that window can stop it and stores it. Never stored. */
  readonly isElsewhere?: true | undefined;
  /** With `isElsewhere`: whether that window still runs is not known yet. Never stored. */
  readonly isUncertain?: true | undefined;
}

/** What the user sent. */
export interface UserMessage {
  readonly text: string;
  readonly context: readonly ContextItem[];
  /** Missing if there are none. Their bytes are kept apart (`docs/store.md`). */
  readonly images?: readonly Image[] | undefined;
}

/** The path of pasted text. The service reads it as well, so it is not translated. */
export const pastedTextPath = 'pasted text';

/** The path of the problems in all files, which is sent as well. */
export const allFilesPath = 'all files';

/** What a context item can be besides code of a file. A stored chat may have kinds of a later version. */
export type ContextKind =
  | 'folder'
  | 'symbol'
  | 'problems'
  | 'diff'
  | 'terminal'
  | 'cell'
  | 'virtual'
  | 'test'
  | 'search'
  | 'clipboard'
  | 'instructions';

/** What the user attached to a message, as it was at that moment. */
export interface ContextItem {
  /** Missing for code of a file, whole or in part, and for pasted text. */
  readonly kind?: string | undefined;
  /** Relative to the workspace if the file is in it, with `/`. With a kind, it may be a short name, in English. */
  readonly path: string;
  /** What it is called in the file: the name of a symbol, or the number of a cell. */
  readonly name?: string | undefined;
  readonly languageId: string;
  /** First and last line, counted from 1, both included. */
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  /** How long the whole is, if `text` is only the first part of it. */
  readonly cutFrom?: TextSize | undefined;
  /** Address of what is read again on sending: a whole file, or a source of the host. Never stored. */
  readonly uri?: string | undefined;
}

/** The length of a text. */
interface TextSize {
  readonly lines: number;
  /** In UTF-16 code units. */
  readonly characters: number;
}

/** The status of a reply. Each reply ends in exactly one of the last four. */
export type ReplyStatus = 'running' | 'completed' | 'stopped' | 'truncated' | 'failed';

/** What the service replied, or has replied so far. Times are milliseconds since 1970. */
export interface Reply {
  readonly status: ReplyStatus;
  /** Name of the connection, as it was when the request was made. */
  readonly connection: string;
  /** Id of the connection. Missing in imported replies, and in those of versions that stored the name only. */
  readonly connectionId?: string | undefined;
  /** The model that was requested. */
  readonly model: string;
  /** The model that answered, if the service named one. */
  readonly answeredBy?: string | undefined;
  /** The configuration of the model (`system_fingerprint`), if the service stated one. */
  readonly fingerprint?: string | undefined;
  /** The fingerprint of the reply before it from the same model and connection, if that was another one. */
  readonly fingerprintBefore?: string | undefined;
  /** Whom a gateway passed the request to, if it named somebody. */
  readonly provider?: string | undefined;
  /** The adjustments of the request. Stored under this name. */
  readonly changes?: readonly RequestAdjustment[] | undefined;
  readonly requestId?: string | undefined;
  readonly text: string;
  readonly reasoning: string;
  /** The `reasoning_details` of the service, as they would have to be sent back. */
  readonly reasoningDetails?: readonly WireObject[] | undefined;
  /** Tool calls that the model asked for. None is carried out. */
  readonly toolCalls?: readonly ToolCall[] | undefined;
  /** The images that the model made, in the order in which they arrived. */
  readonly images?: readonly Image[] | undefined;
  readonly usage?: Usage | undefined;
  readonly finishReason?: string | undefined;
  readonly error?: ReplyError | undefined;
  /** Its text or reasoning contained an API key or a secret header of the user when it ended. */
  readonly holdsSecret?: true | undefined;
  /** What was wrong with the stream, if anything was. */
  readonly flaws?: StreamFlaws | undefined;
  /** Whether the text has the form that the request asked for, if it asked for one. */
  readonly formatCheck?: FormatCheck | undefined;
  /** Set while Parley waits before it sends the request. */
  readonly waiting?: ReplyWait | undefined;
  readonly startedAt: number;
  /** When the first text, reasoning or tool call arrived. */
  readonly firstTokenAt?: number | undefined;
  /** When the first text arrived after reasoning. */
  readonly reasonedUntil?: number | undefined;
  readonly endedAt?: number | undefined;
}

/** What was wrong with the stream of a reply, however the reply ended. */
export interface StreamFlaws {
  /** How many events could not be read. Text may be missing. */
  readonly damagedEvents?: number | undefined;
  /** How many images are missing, because they were no images, too many or too large. */
  readonly lostImages?: number | undefined;
  /** The service closed the stream after the finish reason without its end mark, or it broke off. */
  readonly endMark?: 'missing' | 'broken' | undefined;
}

/** A failure as it is shown and stored. It contains neither the key nor the body of the request. */
export interface ReplyError extends FailureFacts {
  readonly kind: ServiceErrorKind;
  /** What happened, in one sentence. */
  readonly message: string;
  /** What the model list says, if the failure is about the model. */
  readonly modelCheck?: ModelCheck | undefined;
}

/** A wait before a request is sent, because the service asked for it. */
export interface ReplyWait {
  /** When it ends, in milliseconds since 1970 by the host's clock. */
  readonly until: number;
  readonly delayMs: number;
  readonly reason: ServiceErrorKind;
}

/** The id of a connection, and a model of it once one is chosen. */
export interface ConversationTarget {
  readonly connectionId: string;
  readonly model?: string | undefined;
}

/** What the list of chats shows of a conversation besides its turns. Stored in `conversation.json`. */
export interface ChatLabels {
  /** The title that the user gave it. If missing, the title is derived from the first message. */
  readonly title?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Name of the workspace in which the conversation began. */
  readonly workspace?: string | undefined;
}

/** Whether an id can be the name of a file or folder: 1 to 64 letters, digits, `-` and `_`. */
export function isSafeId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id);
}
