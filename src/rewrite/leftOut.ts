/** Longer lines are no remarks of a model. In characters. */
const longest = 200;

const commentStart = /^(?:\/\/|\/\*|\{\/\*|<!--|#|--|;|%|\(\*|"""|''')[\s/*#;%-]*/;
const commentEnd = /(?:\*\/\}?|-->|\*\)|"""|''')$/;
const dots = /^(?:\.{3}|…)|(?:\.{3}|…)$/;
const leftOutWords =
  /\b(?:code|existing|keep|omitted|other|previous|remain(?:s|ing|der)?|rest|same|unchanged|as (?:before|is)|everything else)\b/i;
const certainWords =
  /\b(?:rest|remainder|remaining|existing|other)\b.{0,60}\b(?:unchanged|(?:stays?|remains?|is|are) the same|as (?:before|is)|omitted|goes here)\b|\bunchanged code\b/i;

/**
 * The first line that stands for code which a model has left out, such as `// ... existing code ...`; undefined if
 * there is none. A line that the original has too is none, and neither is Python's `...`.
 */
export function leftOutLine(
  lines: readonly string[],
  original: readonly string[],
  languageId: string,
): string | undefined {
  const known = new Set(original.map((line) => line.trim()));
  return lines.find((line) => {
    const text = line.length > longest ? '' : line.trim();
    return text !== '' && !known.has(text) && standsForCode(text, languageId);
  });
}

function standsForCode(text: string, languageId: string): boolean {
  if (/^(?:\.{3}|…|\[(?:\.{3}|…)\])$/.test(text)) {
    return languageId !== 'python' || text !== '...';
  }
  const start = commentStart.exec(text)?.[0];
  if (start === undefined) {
    return false;
  }
  const words = text.slice(start.length).replace(commentEnd, '').trim();
  const isDots = /^(?:\.{3}|…)+$/.test(words);
  return isDots || (dots.test(words) && leftOutWords.test(words)) || certainWords.test(words);
}
