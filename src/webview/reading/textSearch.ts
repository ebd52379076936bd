import { idleTime } from '../dom/idleTime.ts';
import { absentPart, type AbsentParts, blockOf, blocksIn, blockText, part } from './textBlocks.ts';
import { type Match, matchesIn } from './findQuery.ts';
import { FoundMatches } from './foundMatches.ts';

/** The search stops after this many matches. */
export const maxMatches = 10_000;

/** A search runs this long before it waits for idle time, so that most show their matches at once. */
const firstSliceMs = 8;

interface TextSearchServices {
  /** The element whose text is searched. */
  readonly root: Element;
  /** Called after `found` may have changed. */
  readonly onChange: () => void;
  readonly absent: Pick<AbsentParts, 'texts'>;
}

/**
 * Finds a pattern in the blocks of text inside an element, and keeps the matches up to date while the
 * element changes: only the blocks that have changed are searched again, when the page is idle. Parts
 * that are not on the page come last; their matches have the part as their block, until it comes back.
 */
export class TextSearch {
  readonly found = new FoundMatches();
  readonly #root: Element;
  readonly #onChange: () => void;
  readonly #absent: Pick<AbsentParts, 'texts'>;
  readonly #observer = new MutationObserver((records) => this.#changed(records));
  #pattern: RegExp | undefined;
  /** Blocks still to be searched. */
  readonly #blocks = new Set<Element>();
  /** Elements whose blocks are all still to be searched. */
  readonly #trees = new Set<Element>();
  /** The walk through the blocks of the tree that is being searched. */
  #walk: Iterator<Element> | undefined;
  /** Absent parts still to be searched. */
  readonly #absentParts = new Set<Element>();
  /** Kept until searching ends: each key in the find bar is another search. */
  #texts = new WeakMap<Element, readonly string[]>();
  #isWorking = false;

  /** Finds nothing before the first search. */
  constructor({ root, onChange, absent }: TextSearchServices) {
    this.#root = root;
    this.#onChange = onChange;
    this.#absent = absent;
  }

  /** Whether nothing on the page is left to be searched. */
  get isPageComplete(): boolean {
    return this.#blocks.size === 0 && this.#trees.size === 0 && this.#walk === undefined;
  }

  /** Whether nothing at all is left to be searched. */
  get isComplete(): boolean {
    return this.isPageComplete && this.#absentParts.size === 0;
  }

  /** Starts a search for `pattern` and drops the one before; without a pattern, searching ends. */
  search(pattern: RegExp | undefined): void {
    this.#observer.disconnect();
    this.#blocks.clear();
    this.#trees.clear();
    this.#walk = undefined;
    this.#absentParts.clear();
    this.#pattern = pattern;
    this.found.clear();
    if (pattern === undefined) {
      this.#texts = new WeakMap();
    } else {
      this.#observer.observe(this.#root, { childList: true, characterData: true, subtree: true });
      this.#trees.add(this.#root);
      this.#searchUntil(performance.now() + firstSliceMs);
      void this.#work();
    }
    this.#onChange();
  }

  /** Takes in what has changed on the page in the current task. */
  update(): void {
    this.#changed(this.#observer.takeRecords());
  }

  #changed(records: readonly MutationRecord[]): void {
    const parts = new Set<Element>();
    for (const { target, addedNodes } of records) {
      const block = blockOf(target);
      if (block !== undefined) {
        this.#blocks.add(block);
      }
      if (target instanceof Element && target.matches(part)) {
        parts.add(target);
      } else {
        addedTrees(addedNodes).forEach((tree) => this.#trees.add(tree));
      }
    }
    if (records.some(({ removedNodes }) => removedNodes.length > 0)) {
      this.found.keepInside(this.#root);
      this.#onChange();
    }
    parts.forEach((one) => this.#searchPart(one));
    void this.#work();
  }

  /** Searches a part that has come or gone, at once, so that the number of matches stays the same. */
  #searchPart(one: Element): void {
    this.found.forget(one);
    for (const block of blocksIn(one)) {
      this.#searchBlock(block);
    }
    this.#onChange();
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
        if (!next.value.matches(absentPart)) {
          return next.value;
        }
        this.#absentParts.add(next.value);
        continue;
      }
      const [tree] = this.#trees;
      this.#walk = tree && blocksIn(tree);
      if (tree === undefined) {
        return this.#nextAbsent();
      }
      this.#trees.delete(tree);
    }
  }

  #nextAbsent(): Element | undefined {
    if (this.found.count >= maxMatches) {
      this.#absentParts.clear();
    }
    const [first] = this.#absentParts;
    if (first !== undefined) {
      this.#absentParts.delete(first);
    }
    return first;
  }

  #searchBlock(block: Element): void {
    if (this.#pattern === undefined || !this.#root.contains(block)) {
      return;
    }
    this.found.forget(block);
    const limit = maxMatches - this.found.count;
    if (block.matches(absentPart)) {
      const matches = matchesInAll(this.#textsOf(block), this.#pattern, limit);
      this.found.set(block, { text: '', pieces: [] }, matches);
    } else {
      const text = blockText(block);
      this.found.set(block, text, matchesIn(text.text, this.#pattern, limit));
    }
  }

  #textsOf(absent: Element): readonly string[] {
    const texts = this.#texts.get(absent) ?? this.#absent.texts(absent);
    this.#texts.set(absent, texts);
    return texts;
  }
}

function addedTrees(nodes: NodeList): readonly Element[] {
  return [...nodes].filter((node) => node instanceof Element);
}

/** The first matches in `texts`, at most `limit`, with their ranges in the texts joined. */
function matchesInAll(texts: readonly string[], pattern: RegExp, limit: number): readonly Match[] {
  const matches: Match[] = [];
  let start = 0;
  for (const text of texts) {
    for (const match of matchesIn(text, pattern, limit - matches.length)) {
      matches.push({ start: start + match.start, end: start + match.end });
    }
    start += text.length;
  }
  return matches;
}
