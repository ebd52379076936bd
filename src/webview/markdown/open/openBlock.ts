import type { BlockCommitter } from '../blockCommitter.ts';
import { type Block, blockAt, Diverged, read, type Reading } from '../markdownParser.ts';
import { LevelStack } from './levelStack.ts';
import {
  becomeHeading,
  finishFence,
  growFence,
  openBlocks,
  type OpenParts,
  openPartsOf,
  openText,
  settledText,
} from './openText.ts';
import { contextOf, isList, partsOf, type Context, type Level } from './level.ts';
import { lineOffset, settledCount, settledParts } from '../settledBlocks.ts';

/**
 * A long block while it grows. Its finished parts, at any depth, are put on the page once; of the
 * source only what is still open is read again, after a context that stands for the rest.
 */
export class OpenBlock {
  readonly #committer: BlockCommitter;
  readonly #stack: LevelStack;
  #context: Context = { text: '', skipped: [] };
  #reading: Reading = { source: '', lines: [], blocks: [], definitions: {} };
  #open: OpenParts[] = [];
  /** Offset in the source of what is open. */
  #cut = 0;

  /** Shows nothing until `advance`. */
  constructor(committer: BlockCommitter) {
    this.#committer = committer;
    this.#stack = new LevelStack(committer);
  }

  /** The source to be read before what is still open. */
  get context(): string {
    return this.#context.text;
  }

  /** Stands on the page for the block; nothing while it has no finished part. */
  get node(): HTMLElement | undefined {
    return this.#stack.levels[0]?.node;
  }

  /** The reference labels that committed parts may use and nobody had defined. */
  get missedLabels(): ReadonlySet<string> {
    return this.#stack.missedLabels;
  }

  /**
   * Commits what is finished of the block at `place` of `reading` and shows what is open. Gives
   * the offset in the source of what is to be read again, with the new context before it.
   */
  advance(reading: Reading, place = 0): number {
    this.#take(reading);
    const before = this.#progress();
    const block = blockAt(reading.blocks, place);
    if (this.node !== undefined || this.#stack.enter(block)) {
      this.#grow(0, block);
    }
    return before === this.#progress()
      ? this.context.length
      : this.#moveOn(reading.blocks.slice(place + 1));
  }

  /** Commits all of the block at the beginning of `reading`, of which no more comes. */
  finish(reading: Reading): void {
    this.#take(reading);
    this.#finish(0, blockAt(reading.blocks, 0));
  }

  /** Removes what is shown as open. */
  hide(): void {
    this.#stack.hide();
  }

  /** Gives what brings back everything as it is, but for what stands on the page. */
  mark(): () => void {
    const context = this.#context;
    const restoreStack = this.#stack.mark();
    return () => {
      this.#context = context;
      restoreStack();
    };
  }

  #take(reading: Reading): void {
    this.#stack.take(reading);
    this.#reading = reading;
    this.#open = [];
  }

  #progress(): string {
    return this.#stack.levels.map(({ committed }) => committed).join();
  }

  /** Changes the context once the parser is seen to read what is open in the same way after it. */
  #moveOn(others: readonly Block[]): number {
    const context = contextOf(this.#stack.levels);
    const { blocks } = read(context.text + this.#reading.source.slice(this.#cut));
    const open = openPartsOf(this.#stack.levels, context, blocks[0]);
    const isSame =
      open?.join('\n') === this.#open.join('\n') &&
      openBlocks(blocks.slice(1)) === openBlocks(others);
    if (!isSame) {
      throw new Diverged();
    }
    this.#context = context;
    return this.#cut;
  }

  #grow(index: number, block: Block): void {
    const level = this.#stack.see(index, block);
    if (level.type === 'fence') {
      const { cut, open } = growFence(level, block, this.#reading);
      this.#cut = cut;
      this.#open[index] = open;
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
    const settled = (hasParts ? settledParts : settledCount)(this.#reading.lines, parts);
    const hasInner = this.#stack.levels.length > index + 1;
    if (!hasInner || settled > 0) {
      this.#commitFrom(index, parts.slice(0, settled));
    }
    const [first, ...others] = parts.slice(settled);
    if (first !== undefined && ((hasInner && settled === 0) || this.#stack.enter(first))) {
      this.#grow(index + 1, first);
      this.#show(index, others);
    } else {
      this.#cut = lineOffset(this.#reading.source, first?.startLine ?? block.endLine);
      this.#show(index, parts.slice(settled));
    }
  }

  #growParagraph(index: number, block: Block): void {
    const level = this.#stack.level(index);
    const settled = settledText(level, block, this.#reading.source, this.#committer.find);
    this.#stack.commitText(level, settled.text);
    this.#cut = settled.cut;
    this.#open[index] = settled.open;
    this.#stack.showText(level, settled.open);
  }

  #finish(index: number, block: Block): void {
    const level = this.#stack.see(index, block, true);
    if (level.type === 'fence') {
      finishFence(level, block);
    } else if (level.type === 'paragraph_open') {
      this.#finishParagraph(level, block);
    } else {
      this.#commitFrom(index, partsOf(block).slice(this.#context.skipped[index]));
    }
    if (level.type === 'table_open' && level.committed === 0) {
      // The parser knows no body of a table without rows.
      level.parts.remove();
    }
    if (level.node.dir !== '') {
      level.node.dir = 'auto';
    }
    this.#stack.levels.length = Math.max(1, index);
    // Of a level that is entered from now on the context brings nothing.
    this.#context = { ...this.#context, skipped: this.#context.skipped.slice(0, index) };
  }

  #finishParagraph(level: Level, block: Block): void {
    const text = openText(level, block);
    if (text === '') {
      // What was committed ends with a line break that the parser leaves out.
      throw new Diverged();
    }
    this.#stack.commitText(level, text);
    if (block.type === 'heading_open') {
      const node = becomeHeading(level.node, block.tokens[0]?.tag ?? '');
      this.#stack.levels[0] = { ...level, node };
    }
  }

  /** Commits parts of which the first, where there is a level inside, is the block of that. */
  #commitFrom(index: number, parts: readonly Block[]): void {
    const level = this.#stack.level(index);
    const hasInner = this.#stack.levels.length > index + 1;
    if (hasInner) {
      this.#finish(index + 1, blockAt(parts, 0));
      level.committed += 1;
    }
    this.#stack.commit(index, parts.slice(hasInner ? 1 : 0));
  }

  #show(index: number, parts: readonly Block[]): void {
    this.#open[index] = openBlocks(parts);
    this.#stack.show(index, parts);
  }
}
