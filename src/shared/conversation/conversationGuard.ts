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
import { isImages } from '../images/image.ts';
import { isKeySourceKind } from '../service/keySource.ts';
import { isModelCheck } from '../models/modelCheck.ts';
import { isReasoningDetails } from '../service/reasoningDetail.ts';
import { isRefusedField, isRequestAdjustment } from '../service/requestAdjustment.ts';
import { isOwnParameters } from '../service/requestParameters.ts';
import { serviceErrorKinds } from '../service/serviceErrorKind.ts';
import { isToolCall } from '../service/toolCall.ts';
import { boundedHead, boundedLabels, boundedTurn } from './fileLimits.ts';
import { isFormatCheck } from './formatCheck.ts';
import type {
  ChatLabels,
  ContextItem,
  ConversationHead,
  ConversationTarget,
  Reply,
  ReplyError,
  StreamFlaws,
  Turn,
  UserMessage,
} from './conversation.ts';

/** Guards a connection id and a model. */
export const isConversationTarget: Guard<ConversationTarget> = isObjectOf({
  connectionId: isString,
  model: optional(isString),
});

/** Guards an attachment of a message. */
export const isContextItem: Guard<ContextItem> = isObjectOf({
  // Of a later version it may be another.
  kind: optional(isString),
  path: isString,
  name: optional(isString),
  languageId: isString,
  startLine: isFiniteNumber,
  endLine: isFiniteNumber,
  text: isString,
  cutFrom: optional(isObjectOf({ lines: isFiniteNumber, characters: isFiniteNumber })),
  uri: optional(isString),
});

const isUserMessage: Guard<UserMessage> = isObjectOf({
  text: isString,
  context: isArrayOf(isContextItem),
  images: optional(isImages),
});

const isTrue: Guard<true> = (value): value is true => value === true;

const isReplyError: Guard<ReplyError> = isObjectOf({
  kind: isOneOf(...serviceErrorKinds),
  message: isString,
  tried: optional(isString),
  status: optional(isFiniteNumber),
  code: optional(isString),
  requestId: optional(isString),
  retryAfterMs: optional(isFiniteNumber),
  detail: optional(isString),
  refused: optional(isRefusedField),
  isKeyMissing: optional(isTrue),
  refusesImages: optional(isTrue),
  keySource: optional(isKeySourceKind),
  modelCheck: optional(isModelCheck),
});

const isUsage = isObjectOf({
  prompt_tokens: optional(isFiniteNumber),
  completion_tokens: optional(isFiniteNumber),
  total_tokens: optional(isFiniteNumber),
});

/** In characters. */
const maxConnectionIdLength = 200;

/** Guards the connection id of a reply. The setting allows longer ids; these are not stored. */
export const isConnectionId: Guard<string> = (value): value is string =>
  isString(value) && value !== '' && value.length <= maxConnectionIdLength;

const isStreamFlaws: Guard<StreamFlaws> = isObjectOf({
  damagedEvents: optional(isFiniteNumber),
  lostImages: optional(isFiniteNumber),
  endMark: optional(isOneOf('missing', 'broken')),
});

const isReply: Guard<Reply> = isObjectOf({
  status: isOneOf('running', 'completed', 'stopped', 'truncated', 'failed'),
  connection: isString,
  connectionId: optional(isConnectionId),
  model: isString,
  answeredBy: optional(isString),
  fingerprint: optional(isString),
  fingerprintBefore: optional(isString),
  provider: optional(isString),
  changes: optional(isArrayOf(isRequestAdjustment)),
  requestId: optional(isString),
  text: isString,
  reasoning: isString,
  reasoningDetails: optional(isReasoningDetails),
  toolCalls: optional(isArrayOf(isToolCall)),
  images: optional(isImages),
  usage: optional(isUsage),
  finishReason: optional(isString),
  error: optional(isReplyError),
  holdsSecret: optional(isTrue),
  flaws: optional(isStreamFlaws),
  formatCheck: optional(isFormatCheck),
  startedAt: isFiniteNumber,
  firstTokenAt: optional(isFiniteNumber),
  reasonedUntil: optional(isFiniteNumber),
  endedAt: optional(isFiniteNumber),
});

const isTurn: Guard<Turn> = isObjectOf({
  id: isString,
  parentId: optional(isString),
  user: isUserMessage,
  reply: isReply,
  isContinuation: optional(isBoolean),
});

/**
 * Reads a stored turn; undefined if it is not readable. Names and facts are cut to their limits, and fields that
 * are nested too deeply are left out. The texts stay as they are.
 */
export function readTurn(value: unknown): Turn | undefined {
  const turn = isRecord(value) ? boundedTurn(value) : undefined;
  return isTurn(turn) ? turn : undefined;
}

const isStrings = isArrayOf(isString);

/** Guards of the fields that a stored conversation is still readable without. */
const dispensable = {
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
  leftHeadIds: optional(dispensable.leftHeadIds),
  removedIds: optional(dispensable.removedIds),
  besideId: optional(dispensable.besideId),
  queued: optional(dispensable.queued),
  systemPrompt: optional(dispensable.systemPrompt),
  parameters: optional(dispensable.parameters),
  target: optional(dispensable.target),
});

/**
 * Reads what is stored of a conversation besides its turns; undefined if it is not readable. An invalid
 * field that is dispensable is left out, so that the rest of the conversation is not lost; what exceeds its limit is
 * cut or left out.
 */
export function readConversationHead(value: unknown): ConversationHead | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const bounded = boundedHead(value);
  const invalid = Object.entries(dispensable).filter(([name, guard]) => !guard(bounded[name]));
  const names = new Set(invalid.map(([name]) => name));
  const head = Object.fromEntries(Object.entries(bounded).filter(([name]) => !names.has(name)));
  return isConversationHead(head) ? head : undefined;
}

/** Reads all labels of a stored value, cut to their limits. A label that is missing or invalid is undefined. */
export function readLabels(value: unknown): ChatLabels {
  const { title, pinned, tags, workspace } = isRecord(value) ? boundedLabels(value) : {};
  return {
    title: isString(title) ? title : undefined,
    pinned: isBoolean(pinned) ? pinned : undefined,
    tags: isStrings(tags) ? tags : undefined,
    workspace: isString(workspace) ? workspace : undefined,
  };
}
