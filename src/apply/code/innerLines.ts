/** The lines that begin within a text of several lines, as far as its quotes show, or within a sample of Markdown. */
export function innerLines(
  lines: readonly string[],
  language: string | undefined,
): ReadonlySet<number> {
  const signs = language === 'markdown' ? /^\s{0,20}(?:```|~~~)/g : /`|"""|'''/g;
  const inner = new Set<number>();
  let isInText = false;
  for (const [at, line] of lines.entries()) {
    if (isInText) {
      inner.add(at);
    }
    isInText = (line.match(signs)?.length ?? 0) % 2 === 1 ? !isInText : isInText;
  }
  // With a fence too many, the lines begin or end in a sample: what is in one does not show.
  return language === 'markdown' && isInText ? new Set() : inner;
}
