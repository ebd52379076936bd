import type { ChatMessage } from '../shared/chatCompletion.ts';
import type { Turn } from '../shared/conversation.ts';
import { visibleText } from '../shared/visibleText.ts';

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
