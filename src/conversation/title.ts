import type { Turn, UserMessage } from '../shared/conversation/conversation.ts';
import type { ChatMessage } from '../shared/service/chatCompletion.ts';
import { visibleText } from '../shared/visibleText.ts';

/** A longer title is cut at a word. */
const maxLength = 60;

/**
 * A title by rule, at no cost: the first line of the first message that has words, or the file that
 * it is about. Nothing where there is neither.
 */
export function conversationTitle(first: UserMessage | undefined): string | undefined {
  const line = (first?.text ?? '').split('\n').map(withoutMarkup).find(hasWord);
  const path = first?.context[0]?.path;
  const title = line ?? path?.slice(path.lastIndexOf('/') + 1);
  return title === undefined ? undefined : cut(title);
}

/** Marks at the start of a line, and white space that would not be seen in a list. */
function withoutMarkup(line: string): string {
  return line
    .replace(/^[\s>#*+-]+|^\s*\d+[.)]\s+|^\s*(?:`{3,}|~{3,})\S*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function cut(title: string): string {
  if (title.length <= maxLength) {
    return title;
  }
  const start = title.slice(0, maxLength);
  const space = start.lastIndexOf(' ');
  // Half a surrogate pair is no character.
  const end = space > maxLength / 2 ? start.slice(0, space) : start.replace(/[\uD800-\uDBFF]$/, '');
  return `${end}…`;
}

/** What a title is made of need not be longer, and costs tokens. In characters. */
const mostOfMessage = 2000;
const mostOfTitle = 80;

const instruction =
  'Give the conversation below a title of at most six words, in the language it is held in. Answer with the title and nothing else.';

/** The one message that asks a model for a title: the first message of a path and its reply. */
export function titleQuestion({ user, reply }: Pick<Turn, 'user' | 'reply'>): ChatMessage {
  const parts = [instruction, `User:\n${start(user.text)}`, `Assistant:\n${start(reply.text)}`];
  return { role: 'user', content: parts.join('\n\n') };
}

/** The title in what a model has answered, on one line; nothing where there is none. */
export function titleOfAnswer(answer: string): string | undefined {
  const line = answer
    .replace(/<think>.*?(?:<\/think>|$)/su, '')
    .split(/[\n\r\u2028\u2029]/u)
    .map(bare)
    .find((line) => /[\p{L}\p{N}]/u.test(line));
  if (line === undefined) {
    return undefined;
  }
  // Half a surrogate pair is no character.
  return line.length <= mostOfTitle
    ? line
    : `${line.slice(0, mostOfTitle - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** Without what models put around a title. */
function bare(line: string): string {
  const plain = visibleText(line.replaceAll(/\s+/gu, ' ')).trim();
  return plain
    .replace(/^[#>*\s]+/u, '')
    .replace(/^title\s*:\s*/iu, '')
    .replaceAll(/^["'“„«*_`]+|["'”“»*_`]+$/gu, '')
    .replace(/(?<=[^.])\.$/u, '')
    .trim();
}

function start(text: string): string {
  return text.length <= mostOfMessage ? text : `${text.slice(0, mostOfMessage).trimEnd()} …`;
}

const limits = { tags: 20, length: 40 };

/** Reads tags that were typed with commas between them, each once, with or without a `#`. */
export function parseTags(typed: string): readonly string[] {
  const tags = typed.split(',').map((tag) => visibleText(tag.trim().replace(/^#+\s*/, '')));
  return [...new Set(tags)]
    .filter((tag) => tag !== '')
    .map((tag) => tag.slice(0, limits.length))
    .slice(0, limits.tags);
}

/** The tags that all have. */
export function commonTags(all: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = all;
  return first.filter((tag) => others.every((tags) => tags.includes(tag)));
}

/** The tags of one of several, once those that all had have been changed to others. */
export function changedTags(
  tags: readonly string[],
  common: readonly string[],
  wanted: readonly string[],
): readonly string[] {
  const own = tags.filter((tag) => !common.includes(tag));
  return [...new Set([...own, ...wanted])];
}
