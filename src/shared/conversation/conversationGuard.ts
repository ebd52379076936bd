import type {
  ContextItem,
  ConversationHead,
  ConversationTarget,
  Reply,
  ReplyError,
  Turn,
  UserMessage,
} from './conversation.ts';
import {
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isRecord,
  isString,
  optional,
  type Guard,
} from '../guards.ts';
import { isModelCheck } from '../service/modelCheck.ts';
import { isRefusedField, isRequestAdjustment } from '../service/requestAdjustment.ts';
import { isOwnParameters } from '../service/requestParameters.ts';
import { serviceErrorKinds } from '../service/serviceErrorKind.ts';

/** Guards a connection's id with a model. */
export const isConversationTarget: Guard<ConversationTarget> = isObjectOf({
  connectionId: isString,
  model: optional(isString),
});

/** Guards code or text that goes along with a message. */
export const isContextItem: Guard<ContextItem> = isObjectOf({
  path: isString,
  languageId: isString,
  startLine: isFiniteNumber,
  endLine: isFiniteNumber,
  text: isString,
  uri: optional(isString),
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
  refused: optional(isRefusedField),
  modelCheck: optional(isModelCheck),
});

const isUsage = isObjectOf({
  prompt_tokens: optional(isFiniteNumber),
  completion_tokens: optional(isFiniteNumber),
  total_tokens: optional(isFiniteNumber),
});

/** Longer ids of connections are not stored with a reply, in characters. */
const maxConnectionIdLength = 200;

/** Guards a connection's id as a reply has it. */
export const isConnectionId: Guard<string> = (value): value is string =>
  isString(value) && value !== '' && value.length <= maxConnectionIdLength;

const isReply: Guard<Reply> = isObjectOf({
  status: isOneOf('running', 'completed', 'stopped', 'truncated', 'failed'),
  connection: isString,
  connectionId: optional(isConnectionId),
  model: isString,
  answeredBy: optional(isString),
  changes: optional(isArrayOf(isRequestAdjustment)),
  requestId: optional(isString),
  text: isString,
  reasoning: isString,
  usage: optional(isUsage),
  finishReason: optional(isString),
  error: optional(isReplyError),
  startedAt: isFiniteNumber,
  firstTokenAt: optional(isFiniteNumber),
  reasonedUntil: optional(isFiniteNumber),
  endedAt: optional(isFiniteNumber),
});

/** Guards a stored turn. */
export const isTurn: Guard<Turn> = isObjectOf({
  id: isString,
  parentId: optional(isString),
  user: isUserMessage,
  reply: isReply,
  isContinuation: optional(isBoolean),
});

const isStrings = isArrayOf(isString);

/** Fields that a conversation can do without. */
const extras = {
  leftHeadIds: isStrings,
  removedIds: isStrings,
  besideId: isString,
  queued: isUserMessage,
  systemPrompt: isString,
  parameters: isOwnParameters,
  target: isConversationTarget,
};

const isConversationHead: Guard<ConversationHead> = isObjectOf({
  id: isString,
  createdAt: isFiniteNumber,
  headId: optional(isString),
  leftHeadIds: optional(extras.leftHeadIds),
  removedIds: optional(extras.removedIds),
  besideId: optional(extras.besideId),
  queued: optional(extras.queued),
  systemPrompt: optional(extras.systemPrompt),
  parameters: optional(extras.parameters),
  target: optional(extras.target),
});

/**
 * Reads what is stored of a conversation beside its turns. What cannot be used of its
 * parameters and the like is left out: the conversation must not be lost over them.
 */
export function readConversationHead(value: unknown): ConversationHead | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const broken = Object.entries(extras).filter(([name, guard]) => !guard(value[name]));
  const names = new Set(broken.map(([name]) => name));
  const head = Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
  return isConversationHead(head) ? head : undefined;
}
