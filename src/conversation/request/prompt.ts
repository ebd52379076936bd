import type { ContextItem, Turn, UserMessage } from '../../shared/conversation/conversation.ts';
import type { Image } from '../../shared/images/image.ts';
import type { ChatMessage, ReasoningField } from '../../shared/service/chatCompletion.ts';
import {
  contentWithImages,
  joinedContent,
  replyTextWithNotes,
  type SentImages,
} from './sentImages.ts';
import { sentReply } from './sentReasoning.ts';
import { visibleText } from '../../shared/visibleText.ts';

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

/** Whether the lines of an item are lines of the file at its path. */
export function isCode({ kind }: Pick<ContextItem, 'kind'>): boolean {
  return kind === undefined || kind === 'symbol';
}

/** The kinds of items that are code. */
const withLanguage: ReadonlySet<string | undefined> = new Set([
  undefined,
  'symbol',
  'cell',
  'virtual',
]);

/**
 * What a context item is, as it is sent: such as `src/parse.ts, lines 12–40 (typescript)`. It says how much of the
 * whole is there, if not all.
 */
export function contextLabel(item: ContextItem): string {
  const language = withLanguage.has(item.kind) ? ` (${item.languageId})` : '';
  return `${contextPlace(item)}${language}${cutLabel(item)}`;
}

/** The beginning of the label, by which a text can refer to the item: such as `src/parse.ts, lines 12–40`. */
export function contextPlace({ kind, path, name, startLine, endLine }: ContextItem): string {
  const where = sentName(path);
  const what = name === undefined ? '' : sentName(name);
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  switch (kind) {
    case undefined:
    case 'virtual':
      return `${where}, ${lines}`;
    case 'symbol':
      return `${what} in ${where}, ${lines}`;
    case 'cell':
      return `${where}, cell ${what}`;
    case 'problems':
      return `problems in ${where}`;
    case 'folder':
      return `${where}, folder`;
    default:
      return where;
  }
}

function cutLabel({ cutFrom, startLine, endLine, text }: ContextItem): string {
  if (cutFrom === undefined) {
    return '';
  }
  return cutFrom.lines === 1
    ? `, first ${text.length} of ${cutFrom.characters} characters`
    : `, first ${endLine - startLine + 1} of ${cutFrom.lines} lines`;
}

/**
 * A name on one line. What cannot be seen in it, or changes its direction, is written out as users see it: it could tell
 * a model something else. Joiners are left, because scripts and emoji need them.
 */
export function sentName(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll(/[^\u200C\u200D]+/g, (part) => visibleText(part));
}
