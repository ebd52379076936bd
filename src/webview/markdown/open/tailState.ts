import { lineOffset, runsOf } from '../settledBlocks.ts';
import type { ParsedSource } from '../markdownParser.ts';
import type { SourceBlock } from '../sourceBlock.ts';
import type { OpenBlock } from './openBlock.ts';
import { emptySize, isTooLarge, measured, type SourceSize } from '../sourceSize.ts';

/** How far a text is rendered that arrives in pieces. It never changes; each step makes another one. */
export interface TailState {
  /** The text that is not on the page permanently. */
  readonly tail: string;
  /** The text before the tail, from its last line on. */
  readonly before: string;
  /** The block that continues in the tail. */
  readonly open?: OpenPart | undefined;
  /** The block that continues in the tail, if it is shown as its source. */
  readonly source?: OpenSource | undefined;
  /** Whether the first block of the tail may be committed part by part. */
  readonly mayOpen: boolean;
  /** The tail is not parsed while it is shorter than this. */
  readonly parseAtLength: number;
}

/** A block of which a part is on the page permanently. */
interface OpenPart {
  readonly block: OpenBlock;
  /** The source of that part, the text before it, and its size. */
  readonly text: string;
  readonly before: string;
  readonly size: SourceSize;
}

/** A block that is shown as its source, and how much of it is. */
interface OpenSource {
  readonly block: SourceBlock;
  readonly size: SourceSize;
  /** In UTF-16 code units. What follows are the first characters of a line that is blank so far. */
  readonly shownLength: number;
}

/** Before any text. */
export const emptyTail: TailState = { tail: '', before: '', mayOpen: true, parseAtLength: 0 };

/** A block of which nothing is on the page yet, and which begins with the tail. */
export function opened({ before }: TailState, block: OpenBlock): OpenPart {
  return { block, text: '', before, size: emptySize };
}

/** The next `length` code units of the tail are on the page permanently, as a part of the open block. */
export function withPart(
  state: TailState,
  open: OpenPart,
  length: number,
  before: string,
): TailState {
  const part = state.tail.slice(0, length);
  const size = measured(open.size, part);
  return {
    ...state,
    tail: state.tail.slice(length),
    before,
    open: { ...open, text: open.text + part, size },
  };
}

/** The open block is to be rendered again as a whole: its committed parts may not be what they seemed. */
export function closed(state: TailState): TailState {
  const { open, tail } = state;
  return open === undefined
    ? state
    : { ...state, tail: open.text + tail, before: open.before, open: undefined, mayOpen: false };
}

/** A block that is too large begins. Nothing of it is on the page yet. */
export function sourceOf(block: SourceBlock): TailState {
  return { ...emptyTail, source: { block, size: emptySize, shownLength: 0 } };
}

/**
 * More text of a block that is shown as its source: what is to be shown of it now, and the text after the block, if it
 * ends.
 */
export function withSource(
  state: TailState,
  { block, size, shownLength }: OpenSource,
  text: string,
): { readonly state: TailState; readonly shown: string; readonly rest: string } {
  const next = measured(size, text);
  const isBlank = next.fence === '' && next.line.isBlank;
  const end = next.end ?? next.offset - (isBlank ? next.line.length : 0);
  const all = state.tail + text;
  const shown = all.slice(0, end - shownLength);
  const left = all.slice(end - shownLength);
  if (next.end === undefined) {
    const source = { block, size: next, shownLength: end };
    return { state: { ...state, tail: left, source }, shown, rest: '' };
  }
  // A blank line may have begun in the text before.
  const rest = left.slice(Math.max(0, left.length - text.length));
  return { state: { ...state, tail: '', source: undefined }, shown, rest };
}

/** The first block that is too large, and the offset at which it starts. `context` comes before the tail. */
export function findTooLarge(
  { open }: TailState,
  { lines, blocks }: ParsedSource,
  source: string,
  context: string,
): { readonly index: number; readonly start: number } | undefined {
  let [line, offset] = [0, 0];
  const offsetOf = (next: number): number => {
    [line, offset] = [next, lineOffset(source, next - line, offset)];
    return offset;
  };
  for (const run of runsOf(lines, blocks)) {
    const [first, next] = [blocks[run.start], blocks[run.end]];
    const isOpen = open !== undefined && run.start === 0;
    const start = isOpen ? context.length : offsetOf(first?.startLine ?? 0);
    const end = next === undefined ? source.length : offsetOf(next.startLine);
    // Code is its own source, and is rendered line by line.
    const isFence = first?.type === 'fence' && run.end === run.start + 1;
    const size = isOpen ? open.size : emptySize;
    if (!isFence && isTooLarge(measured(size, source.slice(start, end)))) {
      return { index: run.start, start };
    }
  }
  return undefined;
}
