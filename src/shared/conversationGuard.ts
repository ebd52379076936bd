import type {
  ContextItem,
  Conversation,
  Reply,
  ReplyError,
  Turn,
  UserMessage,
} from './conversation.ts';
import {
  isArrayOf,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isString,
  optional,
  type Guard,
} from './guards.ts';
import { serviceErrorKinds } from './serviceErrorKind.ts';

const isContextItem: Guard<ContextItem> = isObjectOf({
  path: isString,
  languageId: isString,
  startLine: isFiniteNumber,
  endLine: isFiniteNumber,
  text: isString,
});

const isUserMessage: Guard<UserMessage> = isObjectOf({
  text: isString,
  context: isArrayOf(isContextItem),
});

const isReplyError: Guard<ReplyError> = isObjectOf({
  kind: isOneOf(...serviceErrorKinds),
  message: isString,
  status: optional(isFiniteNumber),
  code: optional(isString),
  requestId: optional(isString),
  retryAfterMs: optional(isFiniteNumber),
  detail: optional(isString),
});

const isUsage = isObjectOf({
  prompt_tokens: optional(isFiniteNumber),
  completion_tokens: optional(isFiniteNumber),
  total_tokens: optional(isFiniteNumber),
});

const isReply: Guard<Reply> = isObjectOf({
  status: isOneOf('running', 'completed', 'stopped', 'truncated', 'failed'),
  connection: isString,
  model: isString,
  answeredBy: optional(isString),
  requestId: optional(isString),
  text: isString,
  reasoning: isString,
  usage: optional(isUsage),
  finishReason: optional(isString),
  error: optional(isReplyError),
  startedAt: isFiniteNumber,
  firstTokenAt: optional(isFiniteNumber),
  endedAt: optional(isFiniteNumber),
});

/** Guards a stored turn. */
export const isTurn: Guard<Turn> = isObjectOf({
  id: isString,
  parentId: optional(isString),
  user: isUserMessage,
  reply: isReply,
});

/** Guards what is stored of a conversation beside its turns. */
export const isConversationHead: Guard<Omit<Conversation, 'turns'>> = isObjectOf({
  id: isString,
  createdAt: isFiniteNumber,
  headId: optional(isString),
});
