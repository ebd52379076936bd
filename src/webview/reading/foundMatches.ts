import type { Match } from './findQuery.ts';
import type { BlockText } from './textBlocks.ts';

/** The matches in a block of text. */
interface Found {
  readonly block: Element;
  readonly text: BlockText;
  readonly matches: readonly Match[];
}

/** One match among all. */
export interface Place extends Match {
  readonly block: Element;
  readonly text: BlockText;
}

/** Matches in blocks of text, in the order of the document. The blocks must be in the document. */
export class FoundMatches {
  readonly #byBlock = new Map<Element, Found>();
  #found: Found[] = [];
  #count = 0;

  /** How many matches there are. */
  get count(): number {
    return this.#count;
  }

  /** Replaces what was found in `block`. */
  set(block: Element, text: BlockText, matches: readonly Match[]): void {
    this.forget(block);
    if (matches.length > 0) {
      const found = { block, text, matches };
      this.#found.splice(this.#blocksBefore(block), 0, found);
      this.#byBlock.set(block, found);
      this.#count += matches.length;
    }
  }

  /** Drops what was found in `block`. */
  forget(block: Element): void {
    const found = this.#byBlock.get(block);
    if (found !== undefined) {
      this.#found.splice(this.#found.indexOf(found), 1);
      this.#byBlock.delete(block);
      this.#count -= found.matches.length;
    }
  }

  /** Drops what was found in blocks that are no longer inside `root`. */
  keepInside(root: Node): void {
    const kept = this.#found.filter(({ block }) => root.contains(block));
    if (kept.length < this.#found.length) {
      this.clear();
      this.#found = kept;
      this.#count = countIn(kept);
      kept.forEach((found) => this.#byBlock.set(found.block, found));
    }
  }

  /** Drops everything. */
  clear(): void {
    this.#byBlock.clear();
    this.#found = [];
    this.#count = 0;
  }

  /** The matches from the one with this index on, at most `limit`. */
  slice(start: number, limit: number): readonly Place[] {
    const places: Place[] = [];
    let next = 0;
    for (const { block, text, matches } of this.#found) {
      const skipped = Math.max(0, start - next);
      next += matches.length;
      for (const match of matches.slice(skipped, skipped + limit - places.length)) {
        places.push({ block, text, ...match });
      }
      if (places.length === limit) {
        break;
      }
    }
    return places;
  }

  /** The index of a match; nothing where it is gone. */
  indexOf({ block, start }: Place): number | undefined {
    const found = this.#byBlock.get(block);
    const inBlock = found?.matches.findIndex((match) => match.start === start) ?? -1;
    return inBlock < 0 ? undefined : this.countBefore(block) + inBlock;
  }

  /** How many matches there are in the blocks that stand before `node`. */
  countBefore(node: Node): number {
    return countIn(this.#found.slice(0, this.#blocksBefore(node)));
  }

  #blocksBefore(node: Node): number {
    let low = 0;
    let high = this.#found.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const block = this.#found[middle]?.block;
      if (block !== undefined && isBefore(block, node)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

function countIn(found: readonly Found[]): number {
  return found.reduce((sum, { matches }) => sum + matches.length, 0);
}

function isBefore(block: Element, node: Node): boolean {
  return (block.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
