import { isRecord, isString, type WireObject } from '../../shared/guards.ts';

/**
 * The text of a message or a delta (`docs/service-interface.md`, "Chat completion object" 2): `content`,
 * a string or a list of parts, with a refusal after it. A value of another type counts as no text.
 */
export function messageText({ content, refusal }: WireObject): string {
  const text = isString(content) ? content : partTexts(content, textTypes);
  return isString(refusal) ? text + refusal : text;
}

/**
 * The reasoning in a message or a delta ("Chat completion object" 3): `reasoning_content`, else
 * `reasoning`, else the reasoning among the parts of `content`.
 */
export function messageReasoning(message: WireObject): string {
  const { reasoning_content: own, reasoning, content } = message;
  if (isString(own) && own !== '') {
    return own;
  }
  return isString(reasoning) && reasoning !== '' ? reasoning : partTexts(content, reasoningTypes);
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
  return parts.map((part) => partText(part, types)).join('');
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
  return pieces
    .map((piece) => (isRecord(piece) && isString(piece['text']) ? piece['text'] : ''))
    .join('');
}
