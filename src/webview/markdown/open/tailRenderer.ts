import { BlockCommitter } from '../blockCommitter.ts';
import { idleTime } from '../../dom/idleTime.ts';
import { appendText, dropText } from '../../dom/textParts.ts';
import { type LookUp, type ParsedSource, parseSource } from '../markdownParser.ts';
import { OpenBlock } from './openBlock.ts';
import { undoable } from './undoable.ts';
import { plainText } from '../render.ts';
import { lineOffset, settledCount } from '../settledBlocks.ts';
import { createSourceBlock } from '../sourceBlock.ts';
import { lengthWithin } from '../sourceSize.ts';
import {
  closed,
  emptyTail,
  findTooLarge,
  opened,
  sourceOf,
  type TailState,
  withPart,
  withSource,
} from './tailState.ts';

/**
 * A tail of at least this length, in characters, that takes longer to render is shown as plain text
 * until it has doubled: hostile text can be slow.
 */
const slow = { renderMs: 40, length: 20_000 };

/**
 * This much text is rendered in one call: enough that a frame shows all that a fast service sends, and
 * no more than the page can take without a pause.
 */
const maxPiece = { length: 30_000, marks: 2000 };

/** This much text is added at once to a block that is shown as its source. */
const maxSourcePiece = 500_000;

/** How a text is rendered. */
interface TailOptions {
  /** What labels refer to that the text does not define. */
  readonly lookUp?: LookUp;
  /** Whether blocks are formatted however large they are. */
  readonly isUnbounded?: boolean;
}

/**
 * Renders text that arrives in pieces, with `\n` as line break. What no further text can change is
 * put on the page permanently; only the rest, the tail, is parsed again with each piece. A block
 * that is too large is shown as its source.
 */
export class TailRenderer {
  readonly #target: HTMLElement;
  readonly #committer: BlockCommitter;
  readonly #isUnbounded: boolean;
  #state: TailState = emptyTail;
  /** Shows a tail that is not parsed. */
  #plain = plainText('');
  /** Text that is shown as it is until it is appended. */
  #waiting: HTMLElement | undefined;
  /** Take back what `end` has settled, the last change first. */
  #undo: (() => void)[] = [];

  /** Renders into `target`, which must be empty and must not be changed by others. */
  constructor(
    target: HTMLElement,
    { lookUp = () => undefined, isUnbounded = false }: TailOptions = {},
  ) {
    this.#target = target;
    this.#committer = new BlockCommitter(target, lookUp);
    this.#isUnbounded = isUnbounded;
  }

  /**
   * Appends the start of `text`, as much as the page can take at once, and shows it, also after
   * `end`. Returns how much that is, in UTF-16 code units.
   */
  append(text: string): number {
    this.#reopen();
    const length =
      this.#state.source === undefined ? this.#appendPiece(text) : this.#appendSource(text);
    if (this.#waiting !== undefined) {
      dropText(this.#waiting, length);
      if (!this.#waiting.hasChildNodes()) {
        this.showWaiting('');
      }
    }
    this.#committer.renderResolved();
    return length;
  }

  /** Whether the page can take all of `text` at once. */
  canTake(text: string): boolean {
    return this.#state.source === undefined
      ? lengthWithin(text, maxPiece) === text.length
      : text.length <= maxSourcePiece;
  }

  /** Shows text that will be appended later, as it is, after all other. */
  showWaiting(text: string): void {
    this.#waiting = text === '' ? undefined : plainText(text);
    this.#committer.setWaiting(this.#waiting);
  }

  /** Whether `work` has something left to do. */
  get hasWork(): boolean {
    return this.#committer.hasResolved;
  }

  /** Does a part of the work that was put off, also after `end`. */
  work(): void {
    const work = (): void => this.#committer.renderResolved();
    if (this.#undo.length === 0) {
      work();
    } else {
      this.#undo.push(undoable(this.#target, work));
    }
  }

  /**
   * Settles everything, with `rest` appended, which `append` would take at once. A later `append`
   * takes both back.
   */
  end(rest: string): void {
    this.#reopen();
    this.showWaiting('');
    const [state, open, committer] = [
      this.#state,
      this.#state.open?.block.state,
      this.#committer.state,
    ];
    const restoreState = (): void => {
      this.#state = state;
      this.#committer.state = committer;
      if (state.open !== undefined && open !== undefined) {
        state.open.block.state = open;
      }
    };
    this.#undo = [restoreState, undoable(this.#target, () => this.#settleAll(rest))];
  }

  /** Like `end`, but nothing may be appended afterwards. */
  finish(rest: string): void {
    this.#reopen();
    this.showWaiting('');
    this.#settleAll(rest);
  }

  #reopen(): void {
    for (const undo of this.#undo.splice(0).toReversed()) {
      undo();
    }
  }

  #appendPiece(text: string): number {
    const piece = text.slice(0, lengthWithin(text, maxPiece));
    this.#state = { ...this.#state, tail: this.#state.tail + piece };
    if (this.#state.tail.length < this.#state.parseAtLength) {
      appendText(this.#plain, piece);
      return piece.length;
    }
    const startMs = performance.now();
    const isParsed = this.#try(() => this.#show());
    const { tail, open } = this.#state;
    const isQuick = performance.now() - startMs < slow.renderMs || tail.length < slow.length;
    const parseAtLength = isParsed && isQuick ? 0 : 2 * tail.length;
    this.#state = { ...this.#state, parseAtLength };
    if (parseAtLength > 0) {
      open?.block.hide();
      this.#plain = plainText(tail);
      this.#committer.showOpen(this.#plain);
    }
    return piece.length;
  }

  #appendSource(text: string): number {
    const piece = text.slice(0, maxSourcePiece);
    return piece.length - this.#growSource(piece).length;
  }

  /** Shows the tail, and puts on the page permanently what of it is settled. */
  #show(): void {
    const context = this.#context;
    const source = context + this.#state.tail;
    const { before } = this.#state;
    const parsed = parseSource(withoutBareMarker(source), context.length, before);
    if (this.#showTooLarge(parsed, source)) {
      return this.#state.source === undefined ? this.#show() : undefined;
    }
    const { blocks, definitions, lines } = parsed;
    const count = settledCount(lines, blocks);
    if (count > 0) {
      this.#settle(parsed, count);
      this.#state = { ...this.#state, mayOpen: true };
    }
    const first = blocks[count];
    const isOpen = this.#state.open !== undefined;
    const start = isOpen ? context.length : lineOffset(source, first?.startLine ?? 0);
    const tail = source.slice(start);
    this.#state = { ...this.#state, tail, before: parsed.textBefore(start) };
    const isGrown = this.#state.mayOpen && first !== undefined && this.#grow(parsed, count, start);
    this.#committer.showOpenBlocks(blocks.slice(isGrown ? count + 1 : count), definitions);
  }

  #settleAll(rest: string): void {
    const tail =
      this.#state.source === undefined ? this.#state.tail + rest : this.#growSource(rest);
    this.#state = { ...this.#state, tail };
    const settle = (): void => {
      const source = this.#context + this.#state.tail;
      const parsed = parseSource(source, this.#context.length, this.#state.before);
      if (!this.#showTooLarge(parsed, source)) {
        this.#settle(parsed, parsed.blocks.length);
      } else if (this.#state.source === undefined) {
        settle();
      }
    };
    if (this.#state.source === undefined && !this.#try(settle)) {
      this.#committer.commitNode(plainText(this.#state.tail));
    }
    this.#committer.showOpen(document.createDocumentFragment());
    this.#committer.renderResolved();
    this.#state = { ...this.#state, tail: '' };
  }

  /**
   * If one of the parsed blocks is too large, puts the blocks before it on the page permanently and
   * shows it as its source. The tail is then what follows it. Returns whether there is such a block.
   */
  #showTooLarge(parsed: ParsedSource, source: string): boolean {
    const found = this.#isUnbounded
      ? undefined
      : findTooLarge(this.#state, parsed, source, this.#context);
    if (found === undefined) {
      return false;
    }
    const { index, start } = found;
    if (index > 0) {
      this.#settle(parsed, index);
    }
    const before = this.#state.open?.text ?? '';
    this.#removeOpen();
    const block = createSourceBlock((target, text) => this.#format(target, text));
    this.#committer.commitNode(block.node);
    this.#state = sourceOf(block);
    const tail = this.#growSource(before + source.slice(start));
    this.#state = { ...this.#state, tail: tail || this.#state.tail };
    this.#committer.showOpen(document.createDocumentFragment());
    return true;
  }

  /** Appends to a block that is shown as its source. Returns the text after the block, if it ends. */
  #growSource(text: string): string {
    const { source } = this.#state;
    if (source === undefined) {
      return text;
    }
    const { state, shown, rest } = withSource(this.#state, source, text);
    source.block.append(shown);
    this.#state = state;
    return rest;
  }

  /** Formats a block that is shown as its source: all of it, as fast as the page can take it. */
  #format(target: HTMLElement, source: string): void {
    const tail = new TailRenderer(target, { lookUp: this.#committer.lookUp, isUnbounded: true });
    const work = async (): Promise<void> => {
      for (let start = 0; start < source.length && target.parentNode !== null;) {
        await idleTime();
        start += tail.append(source.slice(start));
      }
      tail.finish('');
    };
    void work();
  }

  /** Puts the first `count` blocks on the page permanently. */
  #settle(parsed: ParsedSource, count: number): void {
    const { source, blocks, definitions } = parsed;
    const { open } = this.#state;
    if (open !== undefined) {
      const { block, text, before } = open;
      block.finish(parsed);
      const end = blocks[1] === undefined ? source.length : lineOffset(source, blocks[1].startLine);
      const whole = text + source.slice(block.context.length, end);
      this.#state = { ...this.#state, open: undefined };
      if (block.node !== undefined) {
        this.#committer.adopt(block.node, { source: whole, before }, block.missedLabels);
      }
    }
    this.#committer.commit(blocks.slice(open === undefined ? 0 : 1, count), definitions);
  }

  /**
   * Shows the block with the index `index`, which is at `start` in the source, and commits its finished parts. Returns
   * whether it has any.
   */
  #grow(parsed: ParsedSource, index: number, start: number): boolean {
    const open = this.#state.open ?? opened(this.#state, new OpenBlock(this.#committer));
    this.#state = { ...this.#state, open };
    const cut = open.block.advance(parsed, index);
    const isGrown = open.block.node !== undefined;
    this.#state = isGrown
      ? withPart(this.#state, open, cut - start, parsed.textBefore(cut))
      : { ...this.#state, open: undefined };
    return isGrown;
  }

  /** The source to be parsed before the tail. */
  get #context(): string {
    return this.#state.open?.block.context ?? '';
  }

  /**
   * Returns false where `work` throws. The first time, an open block is removed and its source
   * parsed again as a whole, because its committed parts may not be what they seemed.
   */
  #try(work: () => void): boolean {
    try {
      work();
      return true;
    } catch {
      if (this.#state.open === undefined) {
        return false;
      }
      this.#removeOpen();
      this.#state = closed(this.#state);
      return this.#try(work);
    }
  }

  /** Takes the open block off the page. */
  #removeOpen(): void {
    this.#state.open?.block.hide();
    this.#state.open?.block.node?.remove();
  }
}

/** Removes a last line that is only a marker so far: it would briefly appear as something else. */
function withoutBareMarker(source: string): string {
  return source.replace(/(?<=^|\n)[ \t>]*(?:[-+*=_#`~|:]+|\d{1,9}[.)])[ \t]*$/, '');
}
