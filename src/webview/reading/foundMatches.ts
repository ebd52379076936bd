import type { Match } from './findQuery.ts';
import type { BlockText } from './textBlocks.ts';

/** A match with the block of text it is in. */
export interface FoundMatch extends Match {
  readonly block: Element;
  readonly text: BlockText;
}

/** All matches in one block of text. */
interface BlockMatches {
  readonly block: Element;
  readonly text: BlockText;
  readonly matches: readonly Match[];
}

/** Matches in blocks of text, in document order. The blocks have to be in the document. */
export class FoundMatches {
  readonly #byBlock = new Map<Element, BlockMatches>();
  /** The values of `#byBlock` in document order. */
  #inOrder: BlockMatches[] = [];
  #count = 0;

  /** Number of matches in all blocks. */
  get count(): number {
    return this.#count;
  }

  /** Replaces the matches of `block`. */
  set(block: Element, text: BlockText, matches: readonly Match[]): void {
    this.forget(block);
    if (matches.length > 0) {
      const found = { block, text, matches };
      this.#inOrder.splice(this.#blocksBefore(block), 0, found);
      this.#byBlock.set(block, found);
      this.#count += matches.length;
    }
  }

  /** Drops the matches of `block`. */
  forget(block: Element): void {
    const found = this.#byBlock.get(block);
    if (found !== undefined) {
      this.#inOrder.splice(this.#inOrder.indexOf(found), 1);
      this.#byBlock.delete(block);
      this.#count -= found.matches.length;
    }
  }

  /** Drops the matches of blocks that are no longer inside `root`. */
  keepInside(root: Node): void {
    const kept = this.#inOrder.filter(({ block }) => root.contains(block));
    if (kept.length < this.#inOrder.length) {
      this.clear();
      this.#inOrder = kept;
      this.#count = countIn(kept);
      kept.forEach((found) => this.#byBlock.set(found.block, found));
    }
  }

  /** Drops all matches. */
  clear(): void {
    this.#byBlock.clear();
    this.#inOrder = [];
    this.#count = 0;
  }

  /** The matches from index `start` on, at most `limit`. */
  slice(start: number, limit: number): readonly FoundMatch[] {
    const result: FoundMatch[] = [];
    let next = 0;
    for (const { block, text, matches } of this.#inOrder) {
      const skipped = Math.max(0, start - next);
      next += matches.length;
      for (const match of matches.slice(skipped, skipped + limit - result.length)) {
        result.push({ block, text, ...match });
      }
      if (result.length === limit) {
        break;
      }
    }
    return result;
  }

  /** The index of a match among all, or `undefined` if it no longer exists. */
  indexOf({ block, start }: FoundMatch): number | undefined {
    const found = this.#byBlock.get(block);
    const inBlock = found?.matches.findIndex((match) => match.start === start) ?? -1;
    return inBlock < 0 ? undefined : this.countBefore(block) + inBlock;
  }

  /** Number of matches in the blocks before `node`. */
  countBefore(node: Node): number {
    return countIn(this.#inOrder.slice(0, this.#blocksBefore(node)));
  }

  /** Number of blocks with matches before `node`, by binary search. */
  #blocksBefore(node: Node): number {
    let low = 0;
    let high = this.#inOrder.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const block = this.#inOrder[middle]?.block;
      if (block !== undefined && isBefore(block, node)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

function countIn(found: readonly BlockMatches[]): number {
  return found.reduce((sum, { matches }) => sum + matches.length, 0);
}

function isBefore(block: Element, node: Node): boolean {
  return (block.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
