import type { Block } from './markdownParser.ts';

/**
 * How many of the first blocks no further text can change. `blocks` are at the top level or
 * directly inside a list item or a quote; `lines` is all the text they were parsed from so far, so
 * the last line may be incomplete.
 */
export function settledCount(lines: readonly string[], blocks: readonly Block[]): number {
  return runsOf(lines, blocks).findLast(({ isSettled }) => isSettled)?.end ?? 0;
}

/** Neighbouring blocks that only further text can tell apart; most are alone. */
export interface BlockRun {
  /** Index of the first block. */
  readonly start: number;
  /** Index of the block after the last one. */
  readonly end: number;
  /** Whether no further text can change them. */
  readonly isSettled: boolean;
}

/**
 * Divides blocks into runs.
 *
 * A block is settled once another block has begun after it on a complete line, because every block
 * rule decides from the lines before and from the line on which the next block begins. Two rules
 * look further ahead: a table needs its delimiter row, and the label or title of a link reference
 * definition may continue over lines that look like blocks, up to a blank line or a block that can
 * interrupt a paragraph.
 */
export function runsOf(lines: readonly string[], blocks: readonly Block[]): readonly BlockRun[] {
  const completeLines = lines.length - 1;
  const runs: BlockRun[] = [];
  let start = 0;
  let openDefinition: Block | undefined;
  for (const [index, next] of blocks.entries()) {
    const block = blocks[index - 1];
    if (block === undefined) {
      continue;
    }
    openDefinition ??= mayHoldOpenDefinition(block) ? block : undefined;
    if (
      (endsDefinition(next) && !continuesQuote(openDefinition, next)) ||
      isBlank(lines[next.startLine - 1])
    ) {
      openDefinition = undefined;
    }
    if (openDefinition === undefined) {
      const lookahead = next.type === 'table_open' ? 2 : 1;
      runs.push({ start, end: index, isSettled: next.startLine + lookahead <= completeLines });
      start = index;
    }
  }
  return blocks.length === 0 ? runs : [...runs, { start, end: blocks.length, isSettled: false }];
}

/**
 * How many of the first items of a list, or rows of a table, no further text can change. `lines` is
 * all the text so far.
 */
export function settledParts(lines: readonly string[], parts: readonly Block[]): number {
  const begun = parts.filter(({ startLine }) => startLine + 1 < lines.length).length;
  return parts[0]?.type === 'tr_open' ? begun : Math.max(0, begun - 1);
}

/**
 * The offset at which a line starts, in UTF-16 code units; `line` counts from 0, from the line that
 * starts at `from`.
 */
export function lineOffset(source: string, line: number, from = 0): number {
  let offset = from;
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

/** A line without its `>` may be part of a quote, which then goes on with the next `>`. */
function continuesQuote(openDefinition: Block | undefined, { type }: Block): boolean {
  const isInQuote = openDefinition?.tokens.some((token) => token.type === 'blockquote_open');
  return type === 'blockquote_open' && isInQuote === true;
}

function isBlank(line: string | undefined): boolean {
  return line !== undefined && /^[ \t]*$/.test(line);
}
