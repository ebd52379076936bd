import type { ContextItem, Turn, UserMessage } from '../../shared/conversation/conversation.ts';
import type { ChatMessage } from '../../shared/service/chatCompletion.ts';

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

/**
 * Puts `code` into a markdown code fence that nothing inside can close: the fence is longer than
 * the longest run of backticks in the code (CommonMark 0.31, "Fenced code blocks"). The info
 * string keeps only characters that language ids are made of.
 */
export function fence(code: string, languageId: string): string {
  const runs = code.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 2);
  const ticks = '`'.repeat(longest + 1);
  const info = languageId.replace(/[^\w+#.-]/g, '');
  const end = code.endsWith('\n') ? '' : '\n';
  return `${ticks}${info}\n${code}${end}${ticks}`;
}
