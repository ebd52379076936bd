import { BlockCommitter } from './blockCommitter.ts';
import { type ParsedSource, parseSource } from './markdownParser.ts';
import { OpenBlock } from './open/openBlock.ts';
import { undoable } from './open/undoable.ts';
import { plainText } from './render.ts';
import { lineOffset, settledCount } from './settledBlocks.ts';

/** A tail longer than this, in characters, is shown as plain text until it has doubled. */
const maxLiveTailLength = 100_000;

/** So is a tail of at least this length that takes longer to render: hostile text can be slow. */
const slow = { renderMs: 40, length: 20_000 };

/**
 * Renders text that arrives in pieces, with `\n` as line break. What no further text can change is
 * put on the page permanently; only the rest, the tail, is parsed again with each piece.
 */
export class TailRenderer {
  readonly #target: HTMLElement;
  readonly #committer: BlockCommitter;
  /** The text that is not on the page permanently. */
  #tail = '';
  /** The block that continues in the tail, and the part of its source that is settled. */
  #open: OpenBlock | undefined;
  #openSource = '';
  /** Whether the first block of the tail may be committed part by part. */
  #mayOpen = true;
  /** Shows a tail that is not parsed. */
  #plain = document.createTextNode('');
  /** The tail is not parsed while it is shorter than this. */
  #parseAtLength = 0;
  /** Takes back what `end` has settled. */
  #reopen = (): void => {};

  /** Renders into `target`, which must be empty and must not be changed by others. */
  constructor(target: HTMLElement) {
    this.#target = target;
    this.#committer = new BlockCommitter(target);
  }

  /** Appends a piece and shows it, also after `end`. */
  append(text: string): void {
    this.#reopen();
    this.#reopen = () => {};
    this.#tail += text;
    if (this.#tail.length < this.#parseAtLength) {
      this.#plain.appendData(text);
      return;
    }
    const startMs = performance.now();
    const isParsed = this.#try(() => this.#show());
    const isQuick = performance.now() - startMs < slow.renderMs || this.#tail.length < slow.length;
    const isLive = isParsed && isQuick && this.#tail.length <= maxLiveTailLength;
    this.#parseAtLength = isLive ? 0 : 2 * this.#tail.length;
    if (!isLive) {
      this.#open?.hide();
      this.#plain = document.createTextNode(this.#tail);
      this.#committer.showOpen(plainText(this.#plain));
    }
  }

  /** Settles everything, with `rest` appended. A later `append` takes both back. */
  end(rest: string): void {
    const restoreState = this.#saveState();
    const undo = undoable(this.#target, () => this.#settleAll(rest));
    this.#reopen = () => {
      undo();
      restoreState();
    };
  }

  /** Appends the last piece and settles everything; nothing may be appended afterwards. */
  finish(rest: string): void {
    this.#reopen();
    this.#settleAll(rest);
  }

  /** Shows the tail, and puts on the page permanently what of it is settled. */
  #show(): void {
    const context = this.#context;
    const source = context + this.#tail;
    const parsed = parseSource(withoutBareMarker(source));
    const { blocks, definitions, lines } = parsed;
    const count = settledCount(lines, blocks);
    if (count > 0) {
      this.#settle(parsed, count);
      this.#mayOpen = true;
    }
    const first = blocks[count];
    const start = this.#open ? context.length : lineOffset(source, first?.startLine ?? 0);
    this.#tail = source.slice(start);
    const cut = this.#mayOpen && first !== undefined ? this.#grow(parsed, count) : undefined;
    if (cut !== undefined) {
      this.#openSource += source.slice(start, cut);
      this.#tail = source.slice(cut);
    }
    this.#committer.showOpenBlocks(
      blocks.slice(cut === undefined ? count : count + 1),
      definitions,
    );
  }

  #settleAll(rest: string): void {
    this.#tail += rest;
    const settle = (): void => {
      const parsed = parseSource(this.#context + this.#tail);
      this.#settle(parsed, parsed.blocks.length);
    };
    if (!this.#try(settle)) {
      this.#committer.commitNode(plainText(document.createTextNode(this.#tail)));
    }
    this.#committer.showOpen(document.createDocumentFragment());
    this.#tail = '';
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
        this.#committer.adopt(open.node, whole, open.missedLabels);
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
      this.#open.hide();
      this.#open.node?.remove();
      this.#open = undefined;
      this.#tail = this.#openSource + this.#tail;
      this.#mayOpen = false;
      return this.#try(work);
    }
  }

  /** Saves the state. The result restores it; the nodes on the page are up to the caller. */
  #saveState(): () => void {
    const [tail, open, openSource] = [this.#tail, this.#open, this.#openSource];
    const [mayOpen, parseAtLength] = [this.#mayOpen, this.#parseAtLength];
    const restoreCommitter = this.#committer.saveState();
    const restoreOpen = open?.saveState();
    return () => {
      [this.#tail, this.#open, this.#openSource] = [tail, open, openSource];
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
