import { BlockCommitter } from '../blockCommitter.ts';
import { idleTime } from '../../dom/idleTime.ts';
import { appendText, dropText } from '../../dom/textParts.ts';
import { type LookUp, type ParsedSource, parseSource } from '../markdownParser.ts';
import { OpenBlock } from './openBlock.ts';
import { undoable } from './undoable.ts';
import { plainText } from '../render.ts';
import { lineOffset, runsOf, settledCount } from '../settledBlocks.ts';
import { createSourceBlock, type SourceBlock } from '../sourceBlock.ts';
import { emptySize, isTooLarge, lengthWithin, measured, type SourceSize } from '../sourceSize.ts';

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

/** A block that is shown as its source, and how much of it is. */
interface OpenSource {
  readonly block: SourceBlock;
  readonly size: SourceSize;
  /** In UTF-16 code units. What follows are the first characters of a line that is blank so far. */
  readonly shownLength: number;
}

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
  /** The text that is not on the page permanently. */
  #tail = '';
  /** The text before the tail, from its last line on. */
  #before = '';
  /** The block that continues in the tail, and the part of its source that is settled. */
  #open: OpenBlock | undefined;
  #openSource = '';
  /** The text before that source. */
  #openBefore = '';
  #openSize = emptySize;
  /** The block that continues in the tail, if it is shown as its source. */
  #source: OpenSource | undefined;
  /** Whether the first block of the tail may be committed part by part. */
  #mayOpen = true;
  /** Shows a tail that is not parsed. */
  #plain = plainText('');
  /** The tail is not parsed while it is shorter than this. */
  #parseAtLength = 0;
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
      this.#source === undefined ? this.#appendPiece(text) : this.#appendSource(this.#source, text);
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
    return this.#source === undefined
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
    const restoreState = this.#saveState();
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
    this.#tail += piece;
    if (this.#tail.length < this.#parseAtLength) {
      appendText(this.#plain, piece);
      return piece.length;
    }
    const startMs = performance.now();
    const isParsed = this.#try(() => this.#show());
    const isQuick = performance.now() - startMs < slow.renderMs || this.#tail.length < slow.length;
    this.#parseAtLength = isParsed && isQuick ? 0 : 2 * this.#tail.length;
    if (this.#parseAtLength > 0) {
      this.#open?.hide();
      this.#plain = plainText(this.#tail);
      this.#committer.showOpen(this.#plain);
    }
    return piece.length;
  }

  #appendSource(source: OpenSource, text: string): number {
    const piece = text.slice(0, maxSourcePiece);
    return piece.length - this.#growSource(source, piece).length;
  }

  /** Shows the tail, and puts on the page permanently what of it is settled. */
  #show(): void {
    const context = this.#context;
    const source = context + this.#tail;
    const parsed = parseSource(withoutBareMarker(source), context.length, this.#before);
    if (this.#showTooLarge(parsed, source)) {
      return this.#source === undefined ? this.#show() : undefined;
    }
    const { blocks, definitions, lines } = parsed;
    const count = settledCount(lines, blocks);
    if (count > 0) {
      this.#settle(parsed, count);
      this.#mayOpen = true;
    }
    const first = blocks[count];
    const start = this.#open ? context.length : lineOffset(source, first?.startLine ?? 0);
    this.#tail = source.slice(start);
    this.#before = parsed.textBefore(start);
    const cut = this.#mayOpen && first !== undefined ? this.#grow(parsed, count) : undefined;
    if (cut !== undefined) {
      const settled = source.slice(start, cut);
      this.#openSource += settled;
      this.#openSize = measured(this.#openSize, settled);
      this.#tail = source.slice(cut);
      this.#before = parsed.textBefore(cut);
    }
    this.#committer.showOpenBlocks(
      blocks.slice(cut === undefined ? count : count + 1),
      definitions,
    );
  }

  #settleAll(rest: string): void {
    this.#tail =
      this.#source === undefined ? this.#tail + rest : this.#growSource(this.#source, rest);
    const settle = (): void => {
      const source = this.#context + this.#tail;
      const parsed = parseSource(source, this.#context.length, this.#before);
      if (!this.#showTooLarge(parsed, source)) {
        this.#settle(parsed, parsed.blocks.length);
      } else if (this.#source === undefined) {
        settle();
      }
    };
    if (this.#source === undefined && !this.#try(settle)) {
      this.#committer.commitNode(plainText(this.#tail));
    }
    this.#committer.showOpen(document.createDocumentFragment());
    this.#committer.renderResolved();
    this.#tail = '';
  }

  /**
   * If one of the parsed blocks is too large, puts the blocks before it on the page permanently and
   * shows it as its source. The tail is then what follows it. Returns whether there is such a block.
   */
  #showTooLarge(parsed: ParsedSource, source: string): boolean {
    const found = this.#isUnbounded ? undefined : this.#findTooLarge(parsed, source);
    if (found === undefined) {
      return false;
    }
    const { index, start } = found;
    if (index > 0) {
      this.#settle(parsed, index);
    }
    const before = this.#open === undefined ? '' : this.#openSource;
    this.#discardOpen();
    const block = createSourceBlock((target, text) => this.#format(target, text));
    this.#committer.commitNode(block.node);
    this.#tail = '';
    this.#before = '';
    this.#mayOpen = true;
    const opened = { block, size: emptySize, shownLength: 0 };
    this.#tail = this.#growSource(opened, before + source.slice(start)) || this.#tail;
    this.#committer.showOpen(document.createDocumentFragment());
    return true;
  }

  /** The first block that is too large, and the offset at which it starts in `source`. */
  #findTooLarge(
    { lines, blocks }: ParsedSource,
    source: string,
  ): { readonly index: number; readonly start: number } | undefined {
    let [line, offset] = [0, 0];
    const offsetOf = (next: number): number => {
      [line, offset] = [next, lineOffset(source, next - line, offset)];
      return offset;
    };
    for (const run of runsOf(lines, blocks)) {
      const [first, next] = [blocks[run.start], blocks[run.end]];
      const isOpen = this.#open !== undefined && run.start === 0;
      const start = isOpen ? this.#context.length : offsetOf(first?.startLine ?? 0);
      const end = next === undefined ? source.length : offsetOf(next.startLine);
      // Code is its own source, and is rendered line by line.
      const isFence = first?.type === 'fence' && run.end === run.start + 1;
      const size = isOpen ? this.#openSize : emptySize;
      if (!isFence && isTooLarge(measured(size, source.slice(start, end)))) {
        return { index: run.start, start };
      }
    }
    return undefined;
  }

  /** Appends to a block that is shown as its source. Returns the text after the block, if it ends. */
  #growSource({ block, size, shownLength }: OpenSource, text: string): string {
    const next = measured(size, text);
    const isBlank = next.fence === '' && next.line.isBlank;
    const end = next.end ?? next.offset - (isBlank ? next.line.length : 0);
    const all = this.#tail + text;
    block.append(all.slice(0, end - shownLength));
    const rest = all.slice(end - shownLength);
    if (next.end === undefined) {
      this.#source = { block, size: next, shownLength: end };
      this.#tail = rest;
      return '';
    }
    this.#source = undefined;
    this.#tail = '';
    // A blank line may have begun in the text before.
    return rest.slice(Math.max(0, rest.length - text.length));
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
    const open = this.#open;
    if (open !== undefined) {
      open.finish(parsed);
      const end = blocks[1] === undefined ? source.length : lineOffset(source, blocks[1].startLine);
      const whole = this.#openSource + source.slice(open.context.length, end);
      this.#open = undefined;
      if (open.node !== undefined) {
        const before = this.#openBefore;
        this.#committer.adopt(open.node, { source: whole, before }, open.missedLabels);
      }
    }
    this.#committer.commit(blocks.slice(open === undefined ? 0 : 1, count), definitions);
  }

  /**
   * Shows the block with the index `index` and commits its finished parts. Returns the offset in
   * the source of the rest; `undefined` where the block has no finished part yet.
   */
  #grow(parsed: ParsedSource, index: number): number | undefined {
    if (this.#open === undefined) {
      this.#open = new OpenBlock(this.#committer);
      this.#openSource = '';
      this.#openBefore = this.#before;
      this.#openSize = emptySize;
    }
    const cut = this.#open.advance(parsed, index);
    if (this.#open.node === undefined) {
      this.#open = undefined;
      return undefined;
    }
    return cut;
  }

  /** The source to be parsed before the tail. */
  get #context(): string {
    return this.#open?.context ?? '';
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
      if (this.#open === undefined) {
        return false;
      }
      this.#discardOpen();
      this.#tail = this.#openSource + this.#tail;
      this.#before = this.#openBefore;
      this.#mayOpen = false;
      return this.#try(work);
    }
  }

  #discardOpen(): void {
    this.#open?.hide();
    this.#open?.node?.remove();
    this.#open = undefined;
  }

  /** Saves the state. The result restores it; the nodes on the page are up to the caller. */
  #saveState(): () => void {
    const [tail, open, openSource] = [this.#tail, this.#open, this.#openSource];
    const [openSize, source] = [this.#openSize, this.#source];
    const [before, openBefore] = [this.#before, this.#openBefore];
    const [mayOpen, parseAtLength] = [this.#mayOpen, this.#parseAtLength];
    const restoreCommitter = this.#committer.saveState();
    const restoreOpen = open?.saveState();
    return () => {
      [this.#tail, this.#open, this.#openSource] = [tail, open, openSource];
      [this.#openSize, this.#source] = [openSize, source];
      [this.#before, this.#openBefore] = [before, openBefore];
      [this.#mayOpen, this.#parseAtLength] = [mayOpen, parseAtLength];
      restoreCommitter();
      restoreOpen?.();
    };
  }
}

/** Removes a last line that is only a marker so far: it would briefly appear as something else. */
function withoutBareMarker(source: string): string {
  return source.replace(/(?<=^|\n)[ \t>]*(?:[-+*=_#`~|:]+|\d{1,9}[.)])[ \t]*$/, '');
}
