import type { UserMessage } from '../shared/conversation.ts';

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
