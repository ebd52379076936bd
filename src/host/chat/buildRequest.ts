import type { Connection } from '../connections/connection.ts';
import type { ReadyTarget, Target } from '../connections/target.ts';
import { isReplyOf } from '../../conversation/conversation.ts';
import { buildMessages } from '../../conversation/request/prompt.ts';
import { reasoningField } from '../../conversation/request/sentReasoning.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { streamOptions } from '../../service/http/request.ts';
import type { Conversation, Reply, Turn } from '../../shared/conversation/conversation.ts';
import type { ChatCompletionRequest, ReasoningField } from '../../shared/service/chatCompletion.ts';
import {
  addAdjustments,
  effectiveAdjustments,
  type RequestAdjustment,
} from '../../shared/service/requestAdjustment.ts';
import { mergeParameters, type RequestParameters } from '../../shared/service/requestParameters.ts';

/**
 * The request for the reply of the last turn of a path; the only place where requests are built. System prompt
 * and parameters of the conversation take precedence over those of the connection. Adjustments that make no
 * difference are left out.
 */
export function buildRequest(
  path: readonly Turn[],
  target: ReadyTarget,
  { parameters: own, systemPrompt }: Pick<Conversation, 'parameters' | 'systemPrompt'>,
  adjustments: readonly RequestAdjustment[],
): ChatCompletionRequest {
  const { connection, model } = target;
  const prompt = systemPrompt ?? connection.systemPrompt;
  const messages = buildMessages(path, prompt, sentReasoningField(target));
  const parameters = mergeParameters(connection.parameters, own);
  return {
    ...parameters,
    model,
    messages,
    ...adjustmentsOf(connection, parameters, adjustments),
  };
}

/** The field in which the reasoning of earlier replies is sent to a target; undefined if it is not. */
export function sentReasoningField({ connection, model }: Target): ReasoningField | undefined {
  const { baseUrl, extraBody } = connection;
  const { hostname } = new URL(serviceAddress(baseUrl).origin);
  return reasoningField({ host: hostname, model: model ?? '', extraBody });
}

/** Those of `adjustments` that make a difference to a request with these parameters, as its field. */
export function adjustmentsOf(
  { extraBody, mode }: Connection,
  parameters: RequestParameters,
  adjustments: readonly RequestAdjustment[],
): Pick<ChatCompletionRequest, 'adjustments'> {
  const effective = effectiveAdjustments(adjustments, {
    ...extraBody,
    stream_options: streamOptions({ stream: mode !== 'standard', extraBody }),
    ...parameters,
  });
  return effective.length === 0 ? {} : { adjustments: effective };
}

/**
 * The adjustments of a request that is sent again: those of a failed `reply`, if connection and model are the
 * same, and `adjustment`.
 */
export function retryAdjustments(
  reply: Reply,
  target: ReadyTarget,
  adjustment: RequestAdjustment | undefined,
): readonly RequestAdjustment[] {
  const { status, model, changes: adjustments = [] } = reply;
  const isSame = isReplyOf(reply, target.connection) && model === target.model;
  const kept = isSame && status === 'failed' ? adjustments : [];
  // Another model may accept the field, so the adjustment is not remembered for it.
  const more =
    adjustment === undefined ? [] : [isSame ? adjustment : { ...adjustment, once: true }];
  return addAdjustments(kept, more);
}
