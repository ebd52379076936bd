import * as l10n from '@vscode/l10n';
import type { ChatMessage } from '../../shared/service/chatCompletion.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import { contextContent, contextLabel, messageContent } from './prompt.ts';
import { reasoningText } from './sentReasoning.ts';
import { tokenEstimate } from './tokenEstimate.ts';

/** A part of a request as the preview lists it. */
export interface RequestPart {
  readonly name: string;
  /** In characters. */
  readonly length: number;
  /** Estimated. */
  readonly tokens: number;
}

/**
 * The parts of a request: system prompt, history with its reasoning, message, and each context item of the message.
 * `messages` is the result of `buildMessages` for a path that ends with `message`.
 */
export function requestParts(
  messages: readonly ChatMessage[],
  message: UserMessage,
): readonly RequestPart[] {
  const system = messages.filter(({ role }) => role === 'system');
  const others = messages.filter(({ role }) => role !== 'system');
  const before = others.slice(0, -1).map(({ content }) => content);
  const last = others.at(-1)?.content ?? '';
  // `buildMessages` joins the message with the one before it, if that one got no reply with text.
  const joined = last.slice(0, Math.max(0, last.length - messageContent(message).length));
  const own = part(l10n.t('Message'), message.text);
  return [
    part(l10n.t('System prompt'), ...system.map(({ content }) => content)),
    part(l10n.t('History'), ...before, joined),
    part(
      l10n.t('Reasoning of earlier replies'),
      ...others.flatMap(({ reasoning }) => (reasoning ? reasoningText(reasoning) : [])),
    ),
    own,
    ...message.context.map((item) =>
      part(l10n.t('Context: {0}', contextLabel(item)), contextContent(item)),
    ),
  ].filter((listed) => listed.length > 0 || listed === own);
}

function part(name: string, ...texts: readonly string[]): RequestPart {
  return {
    name,
    length: texts.reduce((sum, { length }) => sum + length, 0),
    tokens: texts.reduce((sum, text) => sum + tokenEstimate(text), 0),
  };
}
