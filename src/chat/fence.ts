/**
 * Puts `code` into a markdown code fence that nothing inside can close: the fence is longer than
 * the longest run of backticks in the code (CommonMark 0.31, "Fenced code blocks"). The info
 * string keeps only characters that language ids are made of.
 */
export function fence(code: string, languageId: string): string {
  const runs = code.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 2);
  const ticks = '`'.repeat(longest + 1);
  const info = languageId.replace(/[^\w+#.-]/g, '');
  const end = code.endsWith('\n') ? '' : '\n';
  return `${ticks}${info}\n${code}${end}${ticks}`;
}
