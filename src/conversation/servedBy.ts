import * as l10n from '@vscode/l10n';
import type { Conversation, Reply } from '../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../shared/conversation/conversationEvent.ts';
import { isOtherModel } from '../shared/models/servedModel.ts';
import { isReplyOf, pathTo } from './conversationState.ts';

type ReplyStarted = Extract<ConversationEvent, { kind: 'replyStarted' }>;

/**
 * The event, with the fingerprint of the reply before it if that was another one. Only replies on the same
 * path count, from the same connection and the same model.
 */
export function withFingerprintBefore(
  conversation: Conversation,
  event: ReplyStarted,
): ReplyStarted {
  const { turnId, answeredBy, fingerprint } = event;
  const path = fingerprint === undefined ? [] : pathTo(conversation, turnId);
  const started = path.at(-1)?.reply;
  if (started === undefined) {
    return event;
  }
  const { connection, connectionId, model } = started;
  const before = path
    .slice(0, -1)
    .findLast(
      ({ reply }) =>
        reply.fingerprint !== undefined &&
        reply.model === model &&
        reply.answeredBy === answeredBy &&
        isReplyOf(reply, { id: connectionId ?? '', name: connection }),
    )?.reply.fingerprint;
  return before === undefined || before === fingerprint
    ? event
    : { ...event, fingerprintBefore: before };
}

/** Whether another model than the requested one replied. */
export function isAnsweredByOther({
  answeredBy,
  model,
}: Pick<Reply, 'answeredBy' | 'model'>): boolean {
  return answeredBy !== undefined && isOtherModel(model, answeredBy);
}

/** Who replied, as far as it is not what the user asked for, for readers of an export; may be empty. */
export function servedByTexts(reply: Reply): readonly string[] {
  const { model, fingerprint, fingerprintBefore, provider } = reply;
  return [
    isAnsweredByOther(reply) ? l10n.t('Requested model: {0}', model) : undefined,
    provider === undefined ? undefined : l10n.t('Provider: {0}', provider),
    fingerprint === undefined || fingerprintBefore === undefined
      ? undefined
      : fingerprintChange(fingerprint, fingerprintBefore),
  ].filter((text) => text !== undefined);
}

/** That the configuration of a model is not the one of the reply before. */
export function fingerprintChange(fingerprint: string, before: string): string {
  return l10n.t('{0} changed from {1} to {2}', 'system_fingerprint', before, fingerprint);
}
