import type { ContextItem } from '../../shared/conversation/conversation.ts';

/** A longer item is attached only after a question, which offers this much of it. */
export const cutSize = { lines: 2000, characters: 80_000 };

/** No item is attached with more, in UTF-16 code units: no model has a context length for it. */
export const maxItemLength = 1024 * 1024;

/** Whether the user is asked before the item is attached. */
export function isLarge({ text }: ContextItem): boolean {
  return text.length > cutSize.characters || lineCount(text) > cutSize.lines;
}

/** The first whole lines of a large item; of a single longer line, its beginning. Any other item is given as it is. */
export function cutItem(item: ContextItem): ContextItem {
  if (!isLarge(item)) {
    return item;
  }
  const { text, startLine } = item;
  const end = endOfPart(text);
  const part = text.slice(0, end);
  return {
    ...item,
    endLine: startLine + lineCount(part) - 1,
    text: part,
    cutFrom: { lines: lineCount(text), characters: text.length },
  };
}

function endOfPart(text: string): number {
  let end = 0;
  for (let line = 0; line < cutSize.lines; line += 1) {
    const next = text.indexOf('\n', end) + 1;
    if (next === 0 || next > cutSize.characters) {
      return end === 0 ? wholeCharacters(text, cutSize.characters) : end;
    }
    end = next;
  }
  return end;
}

/** `end`, or one less where a character of two code units would be cut in two. */
function wholeCharacters(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd8_00 && code < 0xdc_00 ? end - 1 : end;
}

/** A last line without characters does not count, unless it is the only one. */
export function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    count += at === text.length - 1 ? 0 : 1;
  }
  return count;
}
