import { buildMessages } from '../chat/prompt.ts';
import { effectiveChanges } from '../chat/requestChanges.ts';
import type { ChatCompletionRequest } from '../shared/chatCompletion.ts';
import type { Conversation, Turn } from '../shared/conversation.ts';
import type { RequestChange } from '../shared/requestChange.ts';
import { mergeParameters } from '../shared/requestParameters.ts';
import type { SendTarget } from './conversationSession.ts';

/**
 * The one place where a request is made of a path of turns, whose last one is to be answered. What the
 * conversation says goes before what the connection says; of `changes` only those count that make a difference.
 */
export function buildRequest(
  path: readonly Turn[],
  { connection, model }: SendTarget,
  { parameters: own, systemPrompt }: Pick<Conversation, 'parameters' | 'systemPrompt'>,
  changes: readonly RequestChange[],
): ChatCompletionRequest {
  const messages = buildMessages(path, systemPrompt ?? connection.systemPrompt);
  const parameters = mergeParameters(connection.parameters, own);
  const effective = effectiveChanges(changes, { ...connection.extraBody, ...parameters });
  return {
    ...parameters,
    model,
    messages,
    ...(effective.length === 0 ? {} : { changes: effective }),
  };
}
