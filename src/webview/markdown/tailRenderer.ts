import { BlockCommitter } from './blockCommitter.ts';
import { OpenBlock } from './open/openBlock.ts';
import { read, type Reading } from './markdownParser.ts';
import { plainText } from './render.ts';
import { lineOffset, settledCount } from './settledBlocks.ts';
import { undoable } from './open/undoable.ts';

/** A longer tail is shown as it came and only parsed again when it has doubled. */
const maxLiveTailLength = 100_000;

/** A long tail that takes longer than this is shown as it came, too: it was made to take time. */
const maxRenderMs = 40;
const minSlowLength = 20_000;

/** Renders text in pieces and keeps only the open tail of it. Line breaks in the text are `\n`. */
export class TailRenderer {
  readonly #target: HTMLElement;
  readonly #committer: BlockCommitter;
  /** What has arrived and is not on the page for good. */
  #tail = '';
  /** The block that goes on in the tail, and the source of it that is on the page for good. */
  #open: OpenBlock | undefined;
  #openSource = '';
  /** Whether the first block of the tail may be put on the page part by part. */
  #mayOpen = true;
  /** What shows a tail that is too long to be parsed with each piece. */
  #plain = document.createTextNode('');
  #parseAtLength = 0;
  /** Takes back what the end has settled. */
  #reopen = (): void => {};

  /** Renders into `target`, which must be empty and left alone by others. */
  constructor(target: HTMLElement) {
    this.#target = target;
    this.#committer = new BlockCommitter(target);
  }

  /** Adds a piece and shows it, after the end, too. */
  append(text: string): void {
    this.#reopen();
    this.#reopen = () => {};
    this.#tail += text;
    if (this.#tail.length < this.#parseAtLength) {
      this.#plain.appendData(text);
      return;
    }
    const startMs = performance.now();
    const isRead = this.#try(() => this.#show());
    const isQuick = performance.now() - startMs < maxRenderMs || this.#tail.length < minSlowLength;
    const isReadable = isRead && isQuick && this.#tail.length <= maxLiveTailLength;
    this.#parseAtLength = isReadable ? 0 : 2 * this.#tail.length;
    if (!isReadable) {
      this.#open?.hide();
      this.#plain = document.createTextNode(this.#tail);
      this.#committer.showOpen(plainText(this.#plain));
    }
  }

  /** Settles everything with `rest` after it, which is taken back if more comes. */
  end(rest: string): void {
    const restore = this.#mark();
    const undo = undoable(this.#target, () => this.#settleAll(rest));
    this.#reopen = () => {
      undo();
      restore();
    };
  }

  /** Adds the last piece and settles everything for good. */
  finish(rest: string): void {
    this.#reopen();
    this.#settleAll(rest);
  }

  #settleAll(rest: string): void {
    this.#tail += rest;
    const settle = (): void => {
      const reading = read(this.#context + this.#tail);
      this.#settle(reading, reading.blocks.length);
    };
    if (!this.#try(settle)) {
      this.#committer.commitNode(plainText(document.createTextNode(this.#tail)));
    }
    this.#committer.showOpen(document.createDocumentFragment());
    this.#tail = '';
  }

  /** Gives what brings back everything as it is, but for what stands on the page. */
  #mark(): () => void {
    const [tail, open, openSource] = [this.#tail, this.#open, this.#openSource];
    const [mayOpen, parseAtLength] = [this.#mayOpen, this.#parseAtLength];
    const restoreCommitter = this.#committer.mark();
    const restoreOpen = open?.mark();
    return () => {
      [this.#tail, this.#open, this.#openSource] = [tail, open, openSource];
      [this.#mayOpen, this.#parseAtLength] = [mayOpen, parseAtLength];
      restoreCommitter();
      restoreOpen?.();
    };
  }

  get #context(): string {
    return this.#open?.context ?? '';
  }

  /** Gives false where the parser fails. An open block that is not what it seemed starts over. */
  #try(work: () => void): boolean {
    try {
      work();
      return true;
    } catch {
      if (this.#open === undefined) {
        return false;
      }
      this.#open.hide();
      this.#open.node?.remove();
      this.#open = undefined;
      this.#tail = this.#openSource + this.#tail;
      this.#mayOpen = false;
      return this.#try(work);
    }
  }

  #show(): void {
    const context = this.#context;
    const source = context + this.#tail;
    const reading = read(withoutBareMarker(source));
    const { blocks, definitions, lines } = reading;
    const count = settledCount(lines, blocks);
    if (count > 0) {
      this.#settle(reading, count);
      this.#mayOpen = true;
    }
    const first = blocks[count];
    const start = this.#open ? context.length : lineOffset(source, first?.startLine ?? 0);
    this.#tail = source.slice(start);
    const cut = this.#mayOpen && first !== undefined ? this.#grow(reading, count) : undefined;
    if (cut !== undefined) {
      this.#openSource += source.slice(start, cut);
      this.#tail = source.slice(cut);
    }
    this.#committer.showOpenBlocks(
      blocks.slice(cut === undefined ? count : count + 1),
      definitions,
    );
  }

  /** Puts the first `count` blocks on the page for good. */
  #settle(reading: Reading, count: number): void {
    const { source, blocks, definitions } = reading;
    const open = this.#open;
    if (open !== undefined) {
      open.finish(reading);
      const end = blocks[1] === undefined ? source.length : lineOffset(source, blocks[1].startLine);
      const whole = this.#openSource + source.slice(open.context.length, end);
      this.#open = undefined;
      if (open.node !== undefined) {
        this.#committer.adopt(open.node, whole, open.missedLabels);
      }
    }
    this.#committer.commit(blocks.slice(open === undefined ? 0 : 1, count), definitions);
  }

  /** Lets the block at `place` grow on the page; gives the offset in the source of what is left. */
  #grow(reading: Reading, place: number): number | undefined {
    if (this.#open === undefined) {
      this.#open = new OpenBlock(this.#committer);
      this.#openSource = '';
    }
    const cut = this.#open.advance(reading, place);
    if (this.#open.node === undefined) {
      this.#open = undefined;
      return undefined;
    }
    return cut;
  }
}

/** A line that is nothing but a marker so far would flash up as something else. */
function withoutBareMarker(source: string): string {
  return source.replace(/(?<=^|\n)[ \t>]*(?:[-+*=_#`~|:]+|\d{1,9}[.)])[ \t]*$/, '');
}
