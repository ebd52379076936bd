import type { ReadyTarget } from '../connections/target.ts';
import { isReplyOf } from '../../conversation/conversation.ts';
import { buildMessages } from '../../conversation/request/prompt.ts';
import type { Conversation, Reply, Turn } from '../../shared/conversation/conversation.ts';
import type { ChatCompletionRequest } from '../../shared/service/chatCompletion.ts';
import {
  addAdjustments,
  effectiveAdjustments,
  type RequestAdjustment,
} from '../../shared/service/requestAdjustment.ts';
import { mergeParameters } from '../../shared/service/requestParameters.ts';

/**
 * The one place where a request is made of a path of turns, whose last one is to be answered. What the
 * conversation says goes before what the connection says; of `changes` only those count that make a difference.
 */
export function buildRequest(
  path: readonly Turn[],
  { connection, model }: ReadyTarget,
  { parameters: own, systemPrompt }: Pick<Conversation, 'parameters' | 'systemPrompt'>,
  changes: readonly RequestAdjustment[],
): ChatCompletionRequest {
  const messages = buildMessages(path, systemPrompt ?? connection.systemPrompt);
  const parameters = mergeParameters(connection.parameters, own);
  const effective = effectiveAdjustments(changes, { ...connection.extraBody, ...parameters });
  return {
    ...parameters,
    model,
    messages,
    ...(effective.length === 0 ? {} : { adjustments: effective }),
  };
}

/** What is changed in a request that asks again for `reply`: what was, and `change` on top of it. */
export function retryChanges(
  reply: Reply,
  target: ReadyTarget,
  change: RequestAdjustment | undefined,
): readonly RequestAdjustment[] {
  const { status, model, changes = [] } = reply;
  const isSame = isReplyOf(reply, target.connection) && model === target.model;
  const kept = isSame && status === 'failed' ? changes : [];
  // What one model refuses says nothing of another.
  const more = change === undefined ? [] : [isSame ? change : { ...change, once: true }];
  return addAdjustments(kept, more);
}
