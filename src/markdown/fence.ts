import Parser from 'markdown-it';

const { unescapeAll } = new Parser().utils;

/** A language with a path, an attribute or the like behind it, or in Pandoc's braces; not the drive of `C:\a.cs`. */
const languageInWord = /^\{?\.?([a-z][\w+#-]*)(?=[,{}]|:(?![\\/])|$)/i;

/**
 * The language of a code fence: the first word of its info string (CommonMark 0.31, "Info strings"), without what models
 * write behind it: `ts:src/a.ts`, `rust,ignore`, `js{1,3}`, `{.python}`.
 */
export function codeLanguage(info: string): string {
  const word = unescapeAll(info).trim().split(/\s+/, 1)[0] ?? '';
  return languageInWord.exec(word)?.[1] ?? word;
}

/** The code of a fence without the line break after its last line. */
export function fencedCode(content: string): string {
  return content.endsWith('\n') ? content.slice(0, -1) : content;
}

/** In characters. */
const maxLine = 500;

/** The last line with text, without white space around it; at most 500 characters. Empty if there is none. */
export function lastLine(lines: readonly string[]): string {
  const line = lines.findLast((text) => text.trim() !== '') ?? '';
  return line.trim().slice(0, maxLine);
}
