import type { Turn, UserMessage } from '../shared/conversation/conversation.ts';
import { visibleText } from '../shared/visibleText.ts';

/** In characters. A longer derived title is cut, at a space if possible. */
const maxDerivedLength = 60;

/** In characters. A title is looked for in this much of a text, which may have millions of empty lines. */
const maxRead = 10_000;

/**
 * The title of a chat that the user has not given one. It is derived from the first message without a
 * request: its first line with a word, else the name of its first attached file or image. Undefined without them.
 */
export function conversationTitle(first: UserMessage | undefined): string | undefined {
  const line = first?.text.slice(0, maxRead).split('\n').map(withoutMarkup).find(hasWord);
  const path = first?.context[0]?.path ?? first?.images?.[0]?.name;
  const title = line ?? path?.slice(path.lastIndexOf('/') + 1);
  return title === undefined ? undefined : cut(title);
}

/** A line without the Markdown at its start and with single spaces. */
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
  if (title.length <= maxDerivedLength) {
    return title;
  }
  const start = title.slice(0, maxDerivedLength);
  const space = start.lastIndexOf(' ');
  // The cut must not leave half of a surrogate pair.
  const end =
    space > maxDerivedLength / 2 ? start.slice(0, space) : start.replace(/[\uD800-\uDBFF]$/, '');
  return `${end}…`;
}

/** How much of a text is sent to a model that generates a title, in characters. */
const maxSourceLength = 2000;

/** In characters. A longer generated title is cut. */
const maxGeneratedLength = 80;

const instruction =
  'Give the conversation below a title of at most six words, in the language it is held in. Answer with the title and nothing else.';

/** The message that asks a model for a title. It contains the beginnings of a message and its reply. */
export function titleQuestion({ user, reply }: Pick<Turn, 'user' | 'reply'>): {
  readonly role: 'user';
  readonly content: string;
} {
  const parts = [instruction, `User:\n${start(user.text)}`, `Assistant:\n${start(reply.text)}`];
  return { role: 'user', content: parts.join('\n\n') };
}

/** The title in the answer of a model: its first line with a word. Undefined if there is none. */
export function titleOfAnswer(answer: string): string | undefined {
  const line = answer
    .replace(/<think>.*?(?:<\/think>|$)/su, '')
    .slice(0, maxRead)
    .split(/[\n\r\u2028\u2029]/u)
    .map(bare)
    .find(hasWord);
  if (line === undefined) {
    return undefined;
  }
  // The cut must not leave half of a surrogate pair.
  return line.length <= maxGeneratedLength
    ? line
    : `${line.slice(0, maxGeneratedLength - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** A line without what models put around a title, such as quotes or `Title:`. */
function bare(line: string): string {
  const plain = visibleText(line.replaceAll(/\s+/gu, ' ')).trim();
  return plain
    .replace(/^[#>*\s]+/u, '')
    .replace(/^title\s*:\s*/iu, '')
    .replaceAll(/^["'“„«*_`]+|(?<!["'”“»*_`])["'”“»*_`]+$/gu, '')
    .replace(/(?<=[^.])\.$/u, '')
    .trim();
}

function start(text: string): string {
  return text.length <= maxSourceLength ? text : `${text.slice(0, maxSourceLength).trimEnd()} …`;
}

/** How many tags a chat can have, and the length of a tag in characters. */
const tagLimits = { count: 20, length: 40 };

/** Reads tags that were typed with commas between them, with or without `#`. Repeated tags are left out. */
export function parseTags(typed: string): readonly string[] {
  const tags = typed.split(',').map((tag) => visibleText(tag.trim().replace(/^#+\s*/, '')));
  return [...new Set(tags)]
    .filter((tag) => tag !== '')
    .map((tag) => tag.slice(0, tagLimits.length))
    .slice(0, tagLimits.count);
}

/** The tags that all of several chats have. */
export function commonTags(all: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = all;
  return first.filter((tag) => others.every((tags) => tags.includes(tag)));
}

/**
 * The new tags of one of several chats, after the user has replaced their `common` tags with `wanted`. The
 * other tags of the chat are kept.
 */
export function changedTags(
  tags: readonly string[],
  common: readonly string[],
  wanted: readonly string[],
): readonly string[] {
  const own = tags.filter((tag) => !common.includes(tag));
  return [...new Set([...own, ...wanted])];
}
