import { matchesIn } from './findQuery.ts';
import { FoundMatches } from './foundMatches.ts';
import { idleTime } from '../dom/idleTime.ts';
import { blockOf, blocksIn, blockText } from './textBlocks.ts';

/** More matches are not looked for. */
export const maxMatches = 10_000;

/** What is typed is answered at once where the search takes no longer than this. */
const firstSliceMs = 8;

/**
 * Finds a pattern in the blocks of text inside an element and keeps up with what changes there: a block
 * that has changed is read again when the page is idle, and nothing else is.
 */
export class TextSearch {
  readonly found = new FoundMatches();
  readonly #root: Element;
  readonly #onChange: () => void;
  readonly #observer = new MutationObserver((records) => this.#changed(records));
  #pattern: RegExp | undefined;
  /** Blocks whose own text is to be read. */
  readonly #blocks = new Set<Element>();
  /** Nodes that are to be read with all that is in them, and the way through the first of them. */
  readonly #trees = new Set<Element>();
  #walk: Iterator<Element> | undefined;
  #isWorking = false;

  /** `onChange` is called when other matches may be known. */
  constructor(root: Element, onChange: () => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  /** Whether everything has been read. */
  get isComplete(): boolean {
    return this.#blocks.size === 0 && this.#trees.size === 0 && this.#walk === undefined;
  }

  /** Looks for `pattern` from now on; without one, for nothing. */
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
      this.#read(performance.now() + firstSliceMs);
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
        this.#read(await idleTime());
        this.#onChange();
      }
      this.#isWorking = false;
    }
  }

  /** Reads what is waiting until it is late. */
  #read(endMs: number): void {
    do {
      const block = this.#next();
      if (block === undefined) {
        return;
      }
      this.#readBlock(block);
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

  #readBlock(block: Element): void {
    if (this.#pattern !== undefined && this.#root.contains(block)) {
      this.found.forget(block);
      const text = blockText(block);
      const limit = maxMatches - this.found.count;
      this.found.set(block, text, matchesIn(text.text, this.#pattern, limit));
    }
  }
}
