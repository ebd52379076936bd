import Parser from 'markdown-it';

const { unescapeAll } = new Parser().utils;

/** The language that an info string names: its first word (CommonMark 0.31, "Info strings"). */
export function codeLanguage(info: string): string {
  return unescapeAll(info).trim().split(/\s+/, 1)[0] ?? '';
}

/** The code as it is shown: the line break that ends the last line belongs to the fence. */
export function fencedCode(content: string): string {
  return content.endsWith('\n') ? content.slice(0, -1) : content;
}
