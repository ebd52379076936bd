import { isRecord, isString } from '../shared/guards.ts';

type WireObject = Readonly<Record<string, unknown>>;

/** What a message, or the delta of one, says. */
export interface MessageText {
  readonly reasoning: string;
  readonly text: string;
}

/**
 * Reads a message or a delta (`docs/service-interface.md`, "Chat completion object" 2 and 3). The
 * reasoning is `reasoning_content`, else `reasoning`, with the reasoning among the parts of `content`.
 * The text is `content`, with a refusal after it. A value of another type counts as missing.
 */
export function messageText(message: WireObject): MessageText {
  const { content, refusal } = message;
  const reasoning = reasoningField(message);
  const refused = isString(refusal) ? refusal : '';
  if (!Array.isArray(content)) {
    return { reasoning, text: (isString(content) ? content : '') + refused };
  }
  const parts: readonly unknown[] = content;
  const texts = parts.map((part) => partText(part, textTypes));
  const thoughts = parts.map((part) => partText(part, reasoningTypes));
  return { reasoning: reasoning + thoughts.join(''), text: texts.join('') + refused };
}

function reasoningField({ reasoning_content: content, reasoning }: WireObject): string {
  if (isString(content) && content !== '') {
    return content;
  }
  return isString(reasoning) ? reasoning : '';
}

/** The types of parts, with the field that holds the words: a string, or a list of `{ text }`. */
type PartTypes = Readonly<Record<string, string>>;

const textTypes: PartTypes = { text: 'text', output_text: 'text', refusal: 'refusal' };
const reasoningTypes: PartTypes = { thinking: 'thinking', reasoning: 'summary' };

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
