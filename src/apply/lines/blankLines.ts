/** Whether a line has no text. */
export function isBlank(line: string): boolean {
  return line.trim() === '';
}

/** The first of the blank lines right before a line, down to `floor`. */
export function blankStart(lines: readonly string[], line: number, floor: number): number {
  let from = line;
  while (from > floor && isBlank(lines[from - 1] ?? '')) {
    from -= 1;
  }
  return from;
}

/** The line after the blank ones that begin at a line, up to `end`. */
export function blankEnd(lines: readonly string[], line: number, end = lines.length): number {
  let to = line;
  while (to < end && isBlank(lines[to] ?? '')) {
    to += 1;
  }
  return to;
}

/** The first line with text, and the one after the last; an empty range if there is none. */
export function filledRange(lines: readonly string[]): readonly [from: number, to: number] {
  const from = blankEnd(lines, 0);
  return [from, blankStart(lines, lines.length, from)];
}

/** Lines without the blank ones at their edges. */
export function withoutBlankEdges(lines: readonly string[]): readonly string[] {
  return lines.slice(...filledRange(lines));
}
