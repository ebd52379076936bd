import type { ContextItem, Turn, UserMessage } from '../../shared/conversation/conversation.ts';
import type { Image } from '../../shared/images/image.ts';
import type { ChatMessage, ReasoningField } from '../../shared/service/chatCompletion.ts';
import { contextLabel } from './contextLabel.ts';
import {
  contentWithImages,
  joinedContent,
  replyTextWithNotes,
  type SentImages,
} from './sentImages.ts';
import { sentReply } from './sentReasoning.ts';

/**
 * The messages of a request (`docs/service-interface.md`, "Message object" 2 to 4): the system prompt, then
 * what the transcript shows, oldest first, and nothing else. `path` ends with the turn whose reply is
 * requested. If an earlier reply has no text but white space, the user messages before and after it are joined, because many
 * services reject roles that do not alternate. With `field`, the reasoning of the replies is included. `sent` has
 * the images.
 */
export function buildMessages(
  path: readonly Turn[],
  systemPrompt = '',
  field?: ReasoningField,
  sent: SentImages = 'asNotes',
): readonly ChatMessage[] {
  const messages: ChatMessage[] =
    systemPrompt.trim() === '' ? [] : [{ role: 'system', content: systemPrompt }];
  let earlier: readonly Image[] = [];
  for (const { user, reply } of path) {
    addUserMessage(messages, contentWithImages(messageContent(user), user, earlier, sent));
    earlier = reply.images ?? [];
    const { text: said, reasoning } = sentReply(reply, field);
    const text = replyTextWithNotes(said, earlier, sent);
    if (text !== '') {
      const message = { role: 'assistant', content: text } as const;
      messages.push(reasoning === undefined ? message : { ...message, reasoning });
    }
  }
  return messages;
}

function addUserMessage(messages: ChatMessage[], content: ChatMessage['content']): void {
  const last = messages.at(-1);
  if (last?.role === 'user') {
    messages[messages.length - 1] = { role: 'user', content: joinedContent(last.content, content) };
  } else {
    messages.push({ role: 'user', content });
  }
}

/** The text of a user message as it is sent, then each context item in a fence. */
export function messageContent({ text, context }: UserMessage): string {
  return [text, ...context.map(contextContent)].join('\n\n');
}

/** A context item as it is sent: its label, then its text in a fence. */
export function contextContent(item: ContextItem): string {
  return `${contextLabel(item)}:\n\n${fence(item.text, item.languageId)}`;
}

/**
 * `code` in a Markdown code fence. The fence is longer than any run of backticks in the code, so that nothing
 * inside can close it (CommonMark 0.31, "Fenced code blocks"). Characters that no language id has are left
 * out of the info string.
 */
export function fence(code: string, languageId: string): string {
  const runs = code.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 2);
  const ticks = '`'.repeat(longest + 1);
  const info = languageId.replace(/[^\w+#.-]/g, '');
  const end = code.endsWith('\n') ? '' : '\n';
  return `${ticks}${info}\n${code}${end}${ticks}`;
}
