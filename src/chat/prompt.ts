import type { ChatMessage } from '../shared/chatCompletion.ts';
import type { ContextItem, Turn, UserMessage } from '../shared/conversation.ts';
import { fence } from './fence.ts';

/**
 * The messages of a request: what the transcript shows, oldest first, and nothing else. `path`
 * ends with the turn whose reply is asked for. Where an earlier reply brought no text, the user's
 * messages on both sides become one, since many services refuse roles that do not alternate. A system
 * prompt comes first.
 */
export function buildMessages(path: readonly Turn[], systemPrompt = ''): readonly ChatMessage[] {
  const messages: ChatMessage[] =
    systemPrompt === '' ? [] : [{ role: 'system', content: systemPrompt }];
  for (const { user, reply } of path) {
    addUserMessage(messages, messageContent(user));
    if (reply.text !== '') {
      messages.push({ role: 'assistant', content: reply.text });
    }
  }
  return messages;
}

function addUserMessage(messages: ChatMessage[], content: string): void {
  const last = messages.at(-1);
  if (last?.role === 'user') {
    messages[messages.length - 1] = { role: 'user', content: `${last.content}\n\n${content}` };
  } else {
    messages.push({ role: 'user', content });
  }
}

/** A user's message as the service gets it: the text, then each context item in a fence. */
export function messageContent({ text, context }: UserMessage): string {
  return [text, ...context.map(contextContent)].join('\n\n');
}

/** A context item as the service gets it: where it comes from, and its text in a fence. */
export function contextContent(item: ContextItem): string {
  return `${contextLabel(item)}:\n\n${fence(item.text, item.languageId)}`;
}

/** Where a context item comes from, such as `src/parse.ts, lines 12–40 (typescript)`. */
export function contextLabel({ path, startLine, endLine, languageId }: ContextItem): string {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  return `${path.replace(/\s+/g, ' ')}, ${lines} (${languageId})`;
}
