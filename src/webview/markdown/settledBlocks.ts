import type { Block } from './markdownParser.ts';

/**
 * How many of the first blocks no further text can change. `blocks` are at the top level or
 * directly inside a list item or a quote; `lines` is all the text they were parsed from so far, so
 * the last line may be incomplete.
 *
 * A block is settled once another block has begun after it on a complete line, because every block
 * rule decides from the lines before and from the line on which the next block begins. Two rules
 * look further ahead: a table needs its delimiter row, and the label or title of a link reference
 * definition may continue over lines that look like blocks, up to a blank line or a block that can
 * interrupt a paragraph.
 */
export function settledCount(lines: readonly string[], blocks: readonly Block[]): number {
  const completeLines = lines.length - 1;
  let settled = 0;
  let mayContinue = false;
  for (const [index, next] of blocks.entries()) {
    const block = blocks[index - 1];
    if (block === undefined) {
      continue;
    }
    mayContinue ||= mayHoldOpenDefinition(block);
    if (endsDefinition(next) || isBlank(lines[next.startLine - 1])) {
      mayContinue = false;
    }
    const lookahead = next.type === 'table_open' ? 2 : 1;
    if (!mayContinue && next.startLine + lookahead <= completeLines) {
      settled = index;
    }
  }
  return settled;
}

/**
 * How many of the first items of a list, or rows of a table, no further text can change. `lines` is
 * all the text so far.
 */
export function settledParts(lines: readonly string[], parts: readonly Block[]): number {
  const begun = parts.filter(({ startLine }) => startLine + 1 < lines.length).length;
  return parts[0]?.type === 'tr_open' ? begun : Math.max(0, begun - 1);
}

/** The offset at which a line starts, in UTF-16 code units; `line` counts from 0. */
export function lineOffset(source: string, line: number): number {
  let offset = 0;
  for (let passed = 0; passed < line; passed += 1) {
    offset = source.indexOf('\n', offset) + 1;
  }
  return offset;
}

function mayHoldOpenDefinition({ tokens }: Block): boolean {
  return tokens.some(
    (token, index) =>
      token.type === 'reference_definition' ||
      (token.type === 'heading_open' &&
        !token.markup.startsWith('#') &&
        tokens[index + 1]?.content.startsWith('[') === true),
  );
}

function endsDefinition({ type, tokens }: Block): boolean {
  return (
    type === 'fence' ||
    type === 'math_block' ||
    type === 'footnote_open' ||
    type === 'hr' ||
    type === 'blockquote_open' ||
    (type === 'heading_open' && tokens[0]?.markup.startsWith('#') === true)
  );
}

function isBlank(line: string | undefined): boolean {
  return line !== undefined && /^[ \t]*$/.test(line);
}
