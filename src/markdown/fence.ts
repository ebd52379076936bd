import Parser from 'markdown-it';

const { unescapeAll } = new Parser().utils;

/**
 * The language of a code fence: the first word of its info string (CommonMark 0.31, "Info
 * strings").
 */
export function codeLanguage(info: string): string {
  return unescapeAll(info).trim().split(/\s+/, 1)[0] ?? '';
}

/** The code of a fence without the line break after its last line. */
export function fencedCode(content: string): string {
  return content.endsWith('\n') ? content.slice(0, -1) : content;
}
