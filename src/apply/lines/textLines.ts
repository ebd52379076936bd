/** A line of a text. */
export interface TextLine {
  /** Without its line end. */
  readonly text: string;
  /** Where it starts in the text, in UTF-16 code units. */
  readonly start: number;
  /** Where the next one starts. */
  readonly end: number;
  readonly lineEnd: LineEnd;
}

/** Empty for the last line of a text without a line break at its end. */
export type LineEnd = '' | '\n' | '\r\n' | '\r';

/**
 * The lines of a text. A text that ends with a line break has no empty line after it, so that the lines with their
 * line ends are exactly the text, but for a byte order mark: it is part of no line.
 */
export function textLines(text: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  let start = text.startsWith('\ufeff') ? 1 : 0;
  for (const { 0: found, index } of text.matchAll(/\r\n|\n|\r/g)) {
    const end = index + found.length;
    const lineEnd = found === '\r\n' || found === '\r' ? found : '\n';
    lines.push({ text: text.slice(start, index), start, end, lineEnd });
    start = end;
  }
  if (start < text.length) {
    lines.push({ text: text.slice(start), start, end: text.length, lineEnd: '' });
  }
  return lines;
}

/** The line end that most lines have; a line feed if there is none. */
export function usualLineEnd(lines: readonly TextLine[]): LineEnd {
  const count = (lineEnd: LineEnd): number =>
    lines.filter((line) => line.lineEnd === lineEnd).length;
  const ends = ['\n', '\r\n', '\r'] as const;
  return ends.toSorted((a, b) => count(b) - count(a))[0] ?? '\n';
}

/** The texts of the lines of a block, without line ends. */
export function lineTexts(text: string): readonly string[] {
  return textLines(text).map((line) => line.text);
}

/** A line with its line end. */
export function wholeLine({ text, lineEnd }: TextLine): string {
  return text + lineEnd;
}

/** Where a line starts, counted from 0; the end of the text for the one after the last. */
export function startOfLine(lines: readonly TextLine[], line: number): number {
  return lines[line]?.start ?? lines.at(-1)?.end ?? 0;
}

/** Lines of a text, the first and the one after the last, counted from 0. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}
