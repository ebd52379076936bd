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

/** The first line of a fence that stands at the left margin. */
export interface FenceOpening {
  readonly language: string;
  /** Matches the line that closes the fence. */
  readonly closing: RegExp;
}

/**
 * Reads the line that opens a fence; nothing where only the parser can tell: an indented one, and
 * one with `|`, which the next line may turn into the head of a table.
 */
export function fenceOpening(line: string): FenceOpening | undefined {
  const match = /^(`{3,}|~{3,})([^|]*)$/.exec(line);
  if (match?.[1] === undefined || match[2] === undefined) {
    return undefined;
  }
  const [, marker, info] = match;
  const closing = new RegExp(`^ {0,3}${marker.charAt(0)}{${marker.length},}[ \\t]*$`);
  return { language: codeLanguage(info), closing };
}
