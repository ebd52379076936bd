import { BlockCommitter } from './blockCommitter.ts';
import { fenceOpening } from './fence.ts';
import { parseBlocks, type ParsedBlocks } from './markdownParser.ts';
import { createOpenFence, type OpenFence } from './openFence.ts';
import { plainText } from './renderBlock.ts';
import { lineOffset, settledCount } from './settledBlocks.ts';

/** A longer tail is shown as it came and only parsed again when it has doubled. */
const maxLiveTailLength = 100_000;

/** Renders text in pieces and keeps only the open tail of it. Line breaks in the text are `\n`. */
export class TailRenderer {
  readonly #committer: BlockCommitter;
  #tail = '';
  /** The block that the text goes to while it is one long fence; the tail is empty then. */
  #fence: OpenFence | undefined;
  /** What shows a tail that is too long to be parsed with each piece. */
  #plain = document.createTextNode('');
  #parseAtLength = 0;

  /** Renders into `target`, which must be empty and left alone by others. */
  constructor(target: HTMLElement) {
    this.#committer = new BlockCommitter(target);
  }

  /** Adds a piece and shows it. */
  append(text: string): void {
    const added = this.#addToFence(text);
    this.#tail += added;
    if (this.#tail.length < this.#parseAtLength) {
      this.#plain.appendData(added);
      return;
    }
    const parsed = tryParse(this.#tail);
    if (parsed !== undefined) {
      this.#settle(parsed);
    }
    const isReadable = parsed !== undefined && this.#tail.length <= maxLiveTailLength;
    this.#parseAtLength = isReadable ? 0 : 2 * this.#tail.length;
    if (!isReadable) {
      this.#plain = document.createTextNode(this.#tail);
      this.#committer.showOpen(plainText(this.#plain));
    }
  }

  /** Adds the last piece and settles everything. */
  end(text: string): void {
    this.#tail += this.#addToFence(text);
    this.#fence?.end();
    const parsed = tryParse(this.#tail);
    if (parsed === undefined) {
      this.#committer.commitNode(plainText(document.createTextNode(this.#tail)));
    } else {
      this.#committer.commit(parsed.blocks, parsed.definitions);
    }
    this.#tail = '';
  }

  /** Gives what does not belong to the open fence. */
  #addToFence(text: string): string {
    if (this.#fence === undefined) {
      return text;
    }
    const rest = this.#fence.append(text);
    if (rest !== undefined) {
      this.#fence = undefined;
    }
    return rest ?? '';
  }

  #settle({ blocks, definitions }: ParsedBlocks): void {
    const count = settledCount(this.#tail, blocks);
    const open = blocks.slice(count);
    this.#committer.commit(blocks.slice(0, count), definitions);
    this.#tail = this.#tail.slice(lineOffset(this.#tail, open[0]?.startLine ?? 0));
    if (open.length === 1 && open[0]?.type === 'fence') {
      this.#fence = openFenceOf(this.#tail);
    }
    if (this.#fence === undefined) {
      this.#committer.showOpenBlocks(open, definitions);
    } else {
      this.#tail = '';
      this.#committer.commitNode(this.#fence.node);
    }
  }
}

function tryParse(source: string): ParsedBlocks | undefined {
  try {
    return parseBlocks(source);
  } catch {
    return undefined;
  }
}

/** The fence that a tail consists of, with its code so far; nothing where it has been closed. */
function openFenceOf(tail: string): OpenFence | undefined {
  const firstBreak = tail.indexOf('\n');
  const opening = firstBreak === -1 ? undefined : fenceOpening(tail.slice(0, firstBreak));
  const fence = opening && createOpenFence(opening);
  const isClosed = fence?.append(tail.slice(firstBreak + 1)) !== undefined;
  return isClosed ? undefined : fence;
}
