/** The part of a text that is shown around a range of it, by offsets in UTF-16 code units. */
export interface ShownPart {
  readonly from: number;
  readonly to: number;
}

/** VS Code replaces a document as a whole if it has more characters: it then flickers. */
const wholeLength = 90_000;

/** How much is shown around the range of a longer text. In characters. */
const around = 5000;

/** What is shown of a text: all of it if it is not long, else whole lines around the range. */
export function shownPart(text: string, start: number, end: number): ShownPart {
  if (text.length <= wholeLength) {
    return { from: 0, to: text.length };
  }
  const from = text.lastIndexOf('\n', Math.max(start - around, 0)) + 1;
  const lineEnd = text.indexOf('\n', Math.min(end + around, text.length));
  return { from: Math.min(from, start), to: lineEnd === -1 ? text.length : lineEnd + 1 };
}
