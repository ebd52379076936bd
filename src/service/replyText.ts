import { isRecord, isString } from '../shared/guards.ts';

/** The text of `content`: a string, a list of parts of type `text`, or nothing. */
export function contentText(content: unknown): string {
  if (isString(content)) {
    return content;
  }
  return Array.isArray(content) ? content.map(partText).join('') : '';
}

/** What a model thinks before it answers, under either of the two names in use. */
export function reasoningText(message: Readonly<Record<string, unknown>>): string {
  const { reasoning_content: content, reasoning } = message;
  if (isString(content) && content !== '') {
    return content;
  }
  return isString(reasoning) ? reasoning : '';
}

function partText(part: unknown): string {
  return isRecord(part) && part['type'] === 'text' && isString(part['text']) ? part['text'] : '';
}
