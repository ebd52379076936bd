import { isRecord, isString, type WireObject } from '../../shared/guards.ts';
import type { ReasoningDetails } from './reasoningDetails.ts';

/**
 * The text of a message or a delta (`docs/service-interface.md`, "Chat completion object" 2): `content`,
 * a string or a list of parts, with a refusal after it. A value of another type counts as no text.
 */
export function messageText({ content, refusal }: WireObject): string {
  const text = isString(content) ? content : partTexts(content, textTypes);
  return isString(refusal) ? text + refusal : text;
}

/**
 * The reasoning in a message or a delta ("Chat completion object" 3): the first that is not empty of
 * `reasoning_content`, `reasoning`, `reasoning_text`, `reasoning_details` and the reasoning among the parts
 * of `content`. Services that send several of them repeat the same words.
 */
export function messageReasoning(message: WireObject, details: ReasoningDetails): string {
  const { reasoning_content: own, reasoning, reasoning_text: text, content } = message;
  const list = message['reasoning_details'];
  const inDetails = Array.isArray(list) ? details.read(list) : '';
  return (
    words(own) ||
    words(reasoning) ||
    words(text) ||
    inDetails ||
    (isString(content) ? '' : partTexts(content, reasoningTypes))
  );
}

function words(value: unknown): string {
  return isString(value) ? value : '';
}

/** The types of parts, with the field that holds the words: a string, or a list of `{ text }`. */
type PartTypes = Readonly<Record<string, string>>;

const textTypes: PartTypes = { text: 'text', output_text: 'text', refusal: 'refusal' };
const reasoningTypes: PartTypes = { thinking: 'thinking', reasoning: 'summary' };

function partTexts(content: unknown, types: PartTypes): string {
  if (!Array.isArray(content)) {
    return '';
  }
  const parts: readonly unknown[] = content;
  let text = '';
  for (const part of parts) {
    text += partText(part, types);
  }
  return text;
}

function partText(part: unknown, types: PartTypes): string {
  if (!isRecord(part) || !isString(part['type']) || !Object.hasOwn(types, part['type'])) {
    return '';
  }
  const words = part[types[part['type']] ?? ''] ?? part['text'];
  if (!Array.isArray(words)) {
    return isString(words) ? words : '';
  }
  const pieces: readonly unknown[] = words;
  let text = '';
  for (const piece of pieces) {
    text += isRecord(piece) && isString(piece['text']) ? piece['text'] : '';
  }
  return text;
}
