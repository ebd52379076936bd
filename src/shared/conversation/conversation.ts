import {
  type Guard,
  type Guarded,
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isString,
  isStrings,
  isTrue,
  type ObjectOf,
  optional,
} from '../guards.ts';
import { isImages } from '../images/image.ts';
import { isModelCheck } from '../models/modelCheck.ts';
import { isReasoningDetails, isToolCall, isUsage } from '../service/chatCompletion.ts';
import {
  failureFacts,
  type ServiceErrorKind,
  serviceErrorKinds,
} from '../service/serviceErrorKind.ts';
import { isRequestAdjustment } from '../service/requestAdjustment.ts';
import { isOwnParameters } from '../service/requestParameters.ts';
import { isFormatCheck } from './formatCheck.ts';

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

const contextItem = {
  /** Missing for code of a file, whole or in part, and for pasted text. */
  kind: optional(isString),
  /** Relative to the workspace if the file is in it, with `/`. With a kind, it may be a short name, in English. */
  path: isString,
  /** What it is called in the file: the name of a symbol, or the number of a cell. */
  name: optional(isString),
  languageId: isString,
  /** First and last line, counted from 1, both included. */
  startLine: isFiniteNumber,
  endLine: isFiniteNumber,
  text: isString,
  /** How long the whole is, in UTF-16 code units, if `text` is only the first part of it. */
  cutFrom: optional(isObjectOf({ lines: isFiniteNumber, characters: isFiniteNumber })),
  /** Address of what is read again on sending: a whole file, or a source of the host. Never stored. */
  uri: optional(isString),
};

/** What the user attached to a message, as it was at that moment. */
export interface ContextItem extends ObjectOf<typeof contextItem> {}
export const isContextItem: Guard<ContextItem> = isObjectOf(contextItem);

const userMessage = {
  text: isString,
  context: isArrayOf(isContextItem),
  /** Missing if there are none. Their bytes are kept apart (`docs/store.md`). */
  images: optional(isImages),
};

/** What the user sent. */
export interface UserMessage extends ObjectOf<typeof userMessage> {}
const isUserMessage: Guard<UserMessage> = isObjectOf(userMessage);

const replyError = {
  ...failureFacts,
  kind: isOneOf(...serviceErrorKinds),
  /** What happened, in one sentence. */
  message: isString,
  /** What the model list says, if the failure is about the model. */
  modelCheck: optional(isModelCheck),
};

/** A failure as it is shown and stored. It contains neither the key nor the body of the request. */
export interface ReplyError extends ObjectOf<typeof replyError> {}
const isReplyError: Guard<ReplyError> = isObjectOf(replyError);

/** In characters. */
const maxConnectionIdLength = 200;

/** Guards the connection id of a reply. The setting allows longer ids; these are not stored. */
export const isConnectionId: Guard<string> = (value): value is string =>
  isString(value) && value !== '' && value.length <= maxConnectionIdLength;

const isStreamFlaws = isObjectOf({
  /** How many events could not be read. Text may be missing. */
  damagedEvents: optional(isFiniteNumber),
  /** How many images are missing, because they were no images, too many or too large. */
  lostImages: optional(isFiniteNumber),
  /** The service closed the stream after the finish reason without its end mark, or it broke off. */
  endMark: optional(isOneOf('missing', 'broken')),
});

/** What was wrong with the stream of a reply, however the reply ended. */
export interface StreamFlaws extends Guarded<typeof isStreamFlaws> {}

const isReplyStatus = isOneOf('running', 'completed', 'stopped', 'truncated', 'failed');

/** The status of a reply. Each reply ends in exactly one of the last four. */
export type ReplyStatus = Guarded<typeof isReplyStatus>;

const reply = {
  status: isReplyStatus,
  /** Name of the connection, as it was when the request was made. */
  connection: isString,
  /** Id of the connection. Missing in imported replies, and in those of versions that stored the name only. */
  connectionId: optional(isConnectionId),
  /** The model that was requested. */
  model: isString,
  /** The model that answered, if the service named one. */
  answeredBy: optional(isString),
  /** The configuration of the model (`system_fingerprint`), if the service stated one. */
  fingerprint: optional(isString),
  /** The fingerprint of the reply before it from the same model and connection, if that was another one. */
  fingerprintBefore: optional(isString),
  /** Whom a gateway passed the request to, if it named somebody. */
  provider: optional(isString),
  /** The adjustments of the request. Stored under this name. */
  changes: optional(isArrayOf(isRequestAdjustment)),
  requestId: optional(isString),
  text: isString,
  reasoning: isString,
  /** The `reasoning_details` of the service, as they would have to be sent back. */
  reasoningDetails: optional(isReasoningDetails),
  /** Tool calls that the model asked for. None is carried out. */
  toolCalls: optional(isArrayOf(isToolCall)),
  /** The images that the model made, in the order in which they arrived. */
  images: optional(isImages),
  usage: optional(isUsage),
  finishReason: optional(isString),
  error: optional(isReplyError),
  /** Its text or reasoning contained an API key or a secret header of the user when it ended. */
  holdsSecret: optional(isTrue),
  /** What was wrong with the stream, if anything was. */
  flaws: optional(isStreamFlaws),
  /** Whether the text has the form that the request asked for, if it asked for one. */
  formatCheck: optional(isFormatCheck),
  startedAt: isFiniteNumber,
  /** When the first text, reasoning or tool call arrived. */
  firstTokenAt: optional(isFiniteNumber),
  /** When the first text arrived after reasoning. */
  reasonedUntil: optional(isFiniteNumber),
  endedAt: optional(isFiniteNumber),
};

/** What the service replied, or has replied so far. Times are milliseconds since 1970. */
export interface Reply extends ObjectOf<typeof reply> {
  /** Set while Parley waits before it sends the request. */
  readonly waiting?: ReplyWait | undefined;
}
const isReply: Guard<Reply> = isObjectOf(reply);

/** A wait before a request is sent, because the service asked for it. */
export interface ReplyWait {
  /** When it ends, in milliseconds since 1970 by the host's clock. */
  readonly until: number;
  readonly delayMs: number;
  readonly reason: ServiceErrorKind;
}

const turn = {
  id: isString,
  /** The turn before; missing for the first. Versions of a turn have the same parent. */
  parentId: optional(isString),
  user: isUserMessage,
  reply: isReply,
  /** Whether the message asks to continue the reply before it. Both replies are then read as one. */
  isContinuation: optional(isBoolean),
};

/** One message with its reply. A turn whose reply has ended never changes. */
export interface Turn extends ObjectOf<typeof turn> {
  /** The reply runs in another window. Only that window can stop it and stores it. Never stored. */
  readonly isElsewhere?: true | undefined;
  /** With `isElsewhere`: whether that window still runs is not known yet. Never stored. */
  readonly isUncertain?: true | undefined;
}
export const isTurn: Guard<Turn> = isObjectOf(turn);

export const isConversationTarget = isObjectOf({
  connectionId: isString,
  model: optional(isString),
});

/** The id of a connection, and a model of it once one is chosen. */
export interface ConversationTarget extends Guarded<typeof isConversationTarget> {}

/** How many left branches are remembered; the oldest are forgotten first. */
export const maxLeftHeads = 200;

/** The fields that a stored conversation is still readable without. */
export const dispensable = {
  /** The last turns of the paths that were shown before another branch was chosen, the latest last. */
  leftHeadIds: optional(isStrings),
  /** Turns that are neither shown nor sent. The turns after one of them follow the turn before it. */
  removedIds: optional(isStrings),
  /**
   * The version of the last turn whose reply is shown next to the reply on the path, as long as both
   * reply to the same message.
   */
  besideId: optional(isString),
  /** Sent when the running reply is complete. */
  queued: optional(isUserMessage),
  /** Used in place of the connection's system prompt; an empty text means that none is sent. */
  systemPrompt: optional(isString),
  /** What the user has set for this conversation. Takes precedence over the connection's parameters. */
  parameters: optional(isOwnParameters),
  /** Where the last message was sent, or where the user has chosen to send the next one. */
  target: optional(isConversationTarget),
};

const head = {
  id: isString,
  /** Milliseconds since 1970. */
  createdAt: isFiniteNumber,
  headId: optional(isString),
  ...dispensable,
};

/** A conversation without its turns. */
export interface ConversationHead extends ObjectOf<typeof head> {
  /** A newer version of Parley has stored it. Nothing may be added, because that could lose data. */
  readonly isReadOnly?: boolean | undefined;
  /** Nothing of it is stored. */
  readonly isTemporary?: boolean | undefined;
}
export const isConversationHead: Guard<ConversationHead> = isObjectOf(head);

/** A tree of turns. The transcript shows the path from a first turn to the turn `headId`. */
export interface Conversation extends ConversationHead {
  readonly turns: readonly Turn[];
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
