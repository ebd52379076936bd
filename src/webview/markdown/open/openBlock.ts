import type { BlockCommitter } from '../blockCommitter.ts';
import { type Block, type ParsedSource, parseSource } from '../markdownParser.ts';
import { lineOffset, settledCount, settledParts } from '../settledBlocks.ts';
import { blockAt, contextOf, Diverged, isList, partsOf, type Context } from './level.ts';
import { LevelStack, type StackState } from './levelStack.ts';
import {
  becomeHeading,
  comparable,
  finishFence,
  growFence,
  openPartsOf,
  openText,
  type OpenParts,
  settledText,
} from './openText.ts';

/** What lasts of an open block from one piece of text to the next. It never changes; each step makes another one. */
export interface OpenBlockState {
  readonly context: Context;
  readonly stack: StackState;
}

/**
 * A long block while it grows. Its finished parts, at any depth, are put on the page once. Only the
 * source of the rest is parsed again, after a short context that stands for the finished parts.
 */
export class OpenBlock {
  readonly #committer: BlockCommitter;
  readonly #stack: LevelStack;
  #context: Context = { text: '', skipped: [] };
  #parsed: ParsedSource = parseSource('');
  /** What is open at each level. */
  #open: OpenParts[] = [];
  /** Offset in the source at which the open part starts. */
  #cut = 0;

  /** Shows nothing until `advance` is called. */
  constructor(committer: BlockCommitter) {
    this.#committer = committer;
    this.#stack = new LevelStack(committer);
  }

  /** The source to be parsed before the open part. */
  get context(): string {
    return this.#context.text;
  }

  /** The node of the block on the page; `undefined` while it has no finished part. */
  get node(): HTMLElement | undefined {
    return this.#stack.state.levels[0]?.node;
  }

  /** The reference labels that committed parts may use and nothing had defined. */
  get missedLabels(): ReadonlySet<string> {
    return this.#stack.state.missedLabels;
  }

  /**
   * Commits the finished parts of the block at `index` and shows the rest. Returns the offset in
   * the source of what has to be parsed again, after the new context. Throws `Diverged`.
   */
  advance(parsed: ParsedSource, index: number): number {
    this.#start(parsed);
    const before = this.#committedCounts();
    const block = blockAt(parsed.blocks, index);
    if (this.node !== undefined || this.#stack.enter(block)) {
      this.#grow(0, block);
    }
    return before === this.#committedCounts()
      ? this.context.length
      : this.#replaceContext(parsed.blocks.slice(index + 1));
  }

  /** Commits all of the first block of `parsed`, which is complete. Throws `Diverged`. */
  finish(parsed: ParsedSource): void {
    this.#start(parsed);
    this.#finish(0, blockAt(parsed.blocks, 0));
  }

  /** Removes what is shown as open. */
  hide(): void {
    this.#stack.hide();
  }

  get state(): OpenBlockState {
    return { context: this.#context, stack: this.#stack.state };
  }

  /** Takes the state that it had before. The nodes on the page are up to the caller. */
  set state({ context, stack }: OpenBlockState) {
    this.#context = context;
    this.#stack.state = stack;
  }

  #start(parsed: ParsedSource): void {
    this.#stack.start(parsed);
    this.#parsed = parsed;
    this.#open = [];
  }

  #committedCounts(): string {
    return this.#stack.state.levels.map(({ committed }) => committed).join();
  }

  /**
   * Changes the context, once it is certain that the parser sees the open part, and the blocks
   * after this one, in the same way after the new context.
   */
  #replaceContext(others: readonly Block[]): number {
    const context = contextOf(this.#stack.state.levels);
    const { blocks } = parseSource(context.text + this.#parsed.source.slice(this.#cut));
    const open = openPartsOf(this.#stack.state.levels, context, blocks[0]);
    const isSame =
      open?.join('\n') === this.#open.join('\n') &&
      comparable(blocks.slice(1)) === comparable(others);
    if (!isSame) {
      throw new Diverged();
    }
    this.#context = context;
    return this.#cut;
  }

  #grow(index: number, block: Block): void {
    const level = this.#stack.update(index, block);
    if (level.type === 'fence') {
      const grown = growFence(level, block, this.#parsed);
      this.#stack.replace(index, grown.level);
      this.#cut = grown.cut;
      this.#open[index] = grown.open;
    } else if (level.type === 'paragraph_open') {
      this.#growParagraph(index, block);
    } else {
      this.#growContainer(index, block);
    }
  }

  #growContainer(index: number, block: Block): void {
    const level = this.#stack.level(index);
    const skipped = this.#context.skipped[index] ?? 0;
    const parts = partsOf(block).slice(skipped);
    const hasParts = isList(level.type) || level.type === 'table_open';
    const settled = (hasParts ? settledParts : settledCount)(this.#parsed.lines, parts);
    const hasInner = this.#stack.state.levels.length > index + 1;
    if (!hasInner || settled > 0) {
      this.#commitFrom(index, parts.slice(0, settled));
    }
    const [first, ...others] = parts.slice(settled);
    if (first !== undefined && ((hasInner && settled === 0) || this.#stack.enter(first))) {
      this.#grow(index + 1, first);
      this.#show(index, others);
    } else {
      this.#cut = lineOffset(this.#parsed.source, first?.startLine ?? block.endLine);
      this.#show(index, parts.slice(settled));
    }
  }

  #growParagraph(index: number, block: Block): void {
    const level = this.#stack.level(index);
    const settled = settledText(level, block, this.#parsed.source, this.#committer.lookUp);
    this.#stack.commitText(index, settled.text);
    this.#cut = settled.cut;
    this.#open[index] = settled.open;
    this.#stack.showText(level, settled.open);
  }

  #finish(index: number, block: Block): void {
    const level = this.#stack.update(index, block, true);
    if (level.type === 'fence') {
      finishFence(level, block);
    } else if (level.type === 'paragraph_open') {
      this.#finishParagraph(index, block);
    } else {
      this.#commitFrom(index, partsOf(block).slice(this.#context.skipped[index]));
    }
    const { type, committed, parts, node } = this.#stack.level(index);
    if (type === 'table_open' && committed === 0) {
      // The parser gives a table without rows no body.
      parts.remove();
    }
    if (node.dir !== '') {
      node.dir = 'auto';
    }
    this.#stack.leave(Math.max(1, index));
    // The context contains nothing of a level that is entered from now on.
    this.#context = { ...this.#context, skipped: this.#context.skipped.slice(0, index) };
  }

  #finishParagraph(index: number, block: Block): void {
    const level = this.#stack.level(index);
    const text = openText(level, block);
    if (text === '') {
      // The committed text ends with a line break, which the parser omits at the end.
      throw new Diverged();
    }
    this.#stack.commitText(index, text);
    if (block.type === 'heading_open') {
      const node = becomeHeading(level.node, block.tokens[0]?.tag ?? '');
      this.#stack.replace(index, { ...this.#stack.level(index), node });
    }
  }

  /** Commits parts. Where there is an inner level, the first part is the block of that level. */
  #commitFrom(index: number, parts: readonly Block[]): void {
    const hasInner = this.#stack.state.levels.length > index + 1;
    if (hasInner) {
      this.#finish(index + 1, blockAt(parts, 0));
      const level = this.#stack.level(index);
      this.#stack.replace(index, { ...level, committed: level.committed + 1 });
    }
    this.#stack.commit(index, parts.slice(hasInner ? 1 : 0));
  }

  #show(index: number, parts: readonly Block[]): void {
    this.#open[index] = comparable(parts);
    this.#stack.show(index, parts);
  }
}
