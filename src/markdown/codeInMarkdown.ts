import { createParser } from './createParser.ts';
import { codeLanguage, fencedCode, lastLine } from './fence.ts';

/** A block of code in the markdown of a reply. */
export interface CodeInMarkdown {
  readonly text: string;
  /** The whole info string of its fence; empty for indented code. */
  readonly info: string;
  /** The first word of the info string. */
  readonly language: string;
  /** The last line of text before it, if no other code is in between, as `lastLine` gives it. */
  readonly before: string;
  readonly isIndented: boolean;
  /** Whether its fence is closed, or other text follows indented code. */
  readonly isClosed: boolean;
}

const parser = createParser(['block']);

/** The blocks of code of a reply, as the page shows them. Throws what the parser throws. */
export function codeInMarkdown(markdown: string): readonly CodeInMarkdown[] {
  const source = markdown.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  const lines = source.split('\n');
  const lastText = lines.findLastIndex((line) => line.trim() !== '');
  const found: CodeInMarkdown[] = [];
  let codeEnd = 0;
  for (const { type, map, info, content, markup } of parser.parse(source, {})) {
    if ((type !== 'fence' && type !== 'code_block') || !map) {
      continue;
    }
    const [start, end] = map;
    const isFence = type === 'fence';
    found.push({
      text: fencedCode(content),
      info: isFence ? info : '',
      language: isFence ? codeLanguage(info) : '',
      before: lastLine(lines.slice(codeEnd, start)),
      isIndented: !isFence,
      isClosed: isFence
        ? end - start > 1 && isClosing(lines[end - 1] ?? '', markup)
        : lastText >= end,
    });
    codeEnd = end;
  }
  return found;
}

/** Whether a line closes a fence (CommonMark 0.31, "Fenced code blocks"); it may be in a quote. */
function isClosing(line: string, markup: string): boolean {
  const bare = line.replace(/^[\s>]*/, '').trimEnd();
  return bare.length >= markup.length && bare === markup.charAt(0).repeat(bare.length);
}
