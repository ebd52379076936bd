/** In characters. */
const maxLine = 500;

/** The last line with text, without white space around it; at most 500 characters. Empty if there is none. */
export function lastLine(lines: readonly string[]): string {
  const line = lines.findLast((text) => text.trim() !== '') ?? '';
  return line.trim().slice(0, maxLine);
}
