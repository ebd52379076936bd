import { matchesIn } from './findQuery.ts';
import { FoundMatches } from './foundMatches.ts';
import { idleTime } from '../dom/idleTime.ts';
import { blockOf, blocksIn, blockText } from './textBlocks.ts';

/** The search stops after this many matches. */
export const maxMatches = 10_000;

/** A search runs this long before it waits for idle time, so that most show their matches at once. */
const firstSliceMs = 8;

/**
 * Finds a pattern in the blocks of text inside an element, and keeps the matches up to date while the
 * element changes: only the blocks that have changed are searched again, when the page is idle.
 */
export class TextSearch {
  readonly found = new FoundMatches();
  readonly #root: Element;
  readonly #onChange: () => void;
  readonly #observer = new MutationObserver((records) => this.#changed(records));
  #pattern: RegExp | undefined;
  /** Blocks still to be searched. */
  readonly #blocks = new Set<Element>();
  /** Elements whose blocks are all still to be searched. */
  readonly #trees = new Set<Element>();
  /** The walk through the blocks of the tree that is being searched. */
  #walk: Iterator<Element> | undefined;
  #isWorking = false;

  /** `onChange` is called after `found` may have changed. */
  constructor(root: Element, onChange: () => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  /** Whether nothing is left to be searched. */
  get isComplete(): boolean {
    return this.#blocks.size === 0 && this.#trees.size === 0 && this.#walk === undefined;
  }

  /** Starts a search for `pattern` and drops the one before; without a pattern, searching ends. */
  search(pattern: RegExp | undefined): void {
    this.#observer.disconnect();
    this.#blocks.clear();
    this.#trees.clear();
    this.#walk = undefined;
    this.#pattern = pattern;
    this.found.clear();
    if (pattern !== undefined) {
      this.#observer.observe(this.#root, { childList: true, characterData: true, subtree: true });
      this.#trees.add(this.#root);
      this.#searchUntil(performance.now() + firstSliceMs);
      void this.#work();
    }
    this.#onChange();
  }

  #changed(records: readonly MutationRecord[]): void {
    for (const { target, addedNodes } of records) {
      const block = blockOf(target);
      if (block !== undefined) {
        this.#blocks.add(block);
      }
      for (const node of addedNodes) {
        if (node instanceof Element) {
          this.#trees.add(node);
        }
      }
    }
    if (records.some(({ removedNodes }) => removedNodes.length > 0)) {
      this.found.keepInside(this.#root);
      this.#onChange();
    }
    void this.#work();
  }

  async #work(): Promise<void> {
    if (!this.#isWorking) {
      this.#isWorking = true;
      while (!this.isComplete) {
        this.#searchUntil(await idleTime());
        this.#onChange();
      }
      this.#isWorking = false;
    }
  }

  /** Searches the next blocks, at least one, until `endMs` on the clock of `performance.now`. */
  #searchUntil(endMs: number): void {
    do {
      const block = this.#next();
      if (block === undefined) {
        return;
      }
      this.#searchBlock(block);
    } while (performance.now() < endMs);
  }

  #next(): Element | undefined {
    for (const block of this.#blocks) {
      this.#blocks.delete(block);
      return block;
    }
    for (;;) {
      const next = this.#walk?.next();
      if (next?.done === false) {
        return next.value;
      }
      const [tree] = this.#trees;
      this.#walk = tree && blocksIn(tree);
      if (tree === undefined) {
        return undefined;
      }
      this.#trees.delete(tree);
    }
  }

  #searchBlock(block: Element): void {
    if (this.#pattern !== undefined && this.#root.contains(block)) {
      this.found.forget(block);
      const text = blockText(block);
      const limit = maxMatches - this.found.count;
      this.found.set(block, text, matchesIn(text.text, this.#pattern, limit));
    }
  }
}
