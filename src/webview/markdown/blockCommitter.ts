import { createBlockGroups, type BlockGroups } from './blockGroups.ts';
import {
  parseSource,
  type Block,
  type LinkReference,
  type LookUp,
  type ParsedSource,
} from './markdownParser.ts';
import { noteScrollers } from '../dom/restingScrollers.ts';
import { renderBlock } from './render.ts';
import type { SourceAfter } from './textBefore.ts';

/** What link reference definitions say, by label. */
type Definitions = ParsedSource['definitions'];

/** Blocks on the page that use labels which nothing has defined yet. */
interface UnresolvedBlocks {
  readonly blocks: () => readonly Block[];
  /** A measure of their source: no fewer than the elements that it makes. */
  readonly length: number;
  /** Their nodes on the page. */
  nodes: readonly ChildNode[];
}

/** When a label is defined, blocks are rendered again for this time at once. */
const renderAgainMs = 30;

/** A block with more than this is skipped by the browser while it is out of view. */
const maxLight = { elements: 1000, textLength: 20_000 };

/**
 * Puts blocks on the page: settled ones, which no further text can change, permanently, and after
 * them open ones, which are replaced with each piece of text.
 */
export class BlockCommitter {
  readonly #groups: BlockGroups;
  #references = new Map<string, LinkReference>();
  /** By label, the blocks to be rendered again when it is defined. */
  #unresolved = new Map<string, Set<UnresolvedBlocks>>();
  /** The blocks whose labels are defined by now, and which are not rendered again yet. */
  #resolved = new Set<UnresolvedBlocks>();
  #open: readonly ChildNode[] = [];
  #waiting: ChildNode | undefined;
  readonly #lookUpOutside: LookUp;

  /**
   * Renders into `target`, which must be empty and must not be changed by others. Labels that the
   * blocks do not define are looked up with `lookUpOutside`.
   */
  constructor(target: HTMLElement, lookUpOutside: LookUp) {
    this.#groups = createBlockGroups(target);
    this.#lookUpOutside = lookUpOutside;
  }

  /** Whether `renderResolved` has something left to do. */
  get hasResolved(): boolean {
    return this.#resolved.size > 0;
  }

  /** Appends settled blocks. Open blocks are removed. */
  commit(blocks: readonly Block[], definitions: Definitions): void {
    this.#removeOpen();
    this.define(blocks, definitions);
    for (const block of blocks) {
      const length = block.tokens.length + block.length;
      this.#groups.append(this.#render({ blocks: () => [block], length, nodes: [] }));
    }
  }

  /** Appends a node that the caller maintains. Open blocks are removed. */
  commitNode(node: Node): void {
    this.#removeOpen();
    this.#groups.append(node);
  }

  /**
   * Takes over a committed node that was built part by part. When one of the labels that it missed
   * is defined, already or later, it is rendered again from its source.
   */
  adopt(
    node: ChildNode,
    { source, before }: Pick<SourceAfter, 'source' | 'before'>,
    missedLabels: ReadonlySet<string>,
  ): void {
    noteScrollers(node);
    markHeavy([node], source.length);
    const entry: UnresolvedBlocks = {
      blocks: () => parseSource(source, 0, before).blocks,
      length: source.length,
      nodes: [node],
    };
    if ([...missedLabels].some((label) => this.#references.has(label))) {
      this.#resolved.add(entry);
    } else {
      this.#awaitLabels(entry, missedLabels);
    }
  }

  /** What a label refers to, as far as settled blocks define it. */
  readonly lookUp: LookUp = (label) => this.#references.get(label) ?? this.#lookUpOutside(label);

  /**
   * Adds the definitions inside settled `blocks`; the first definition of a label counts. Blocks
   * that were missing one of them are left to `renderResolved`.
   */
  define(blocks: readonly Block[], definitions: Definitions): void {
    for (const label of blocks.flatMap(({ definedLabels }) => definedLabels)) {
      const definition = definitions[label];
      if (definition !== undefined && !this.#references.has(label)) {
        this.#references.set(label, definition);
        this.#unresolved.get(label)?.forEach((entry) => this.#resolved.add(entry));
        this.#unresolved.delete(label);
      }
    }
  }

  /** Renders blocks again whose labels are defined by now; at most so much that the page goes on. */
  renderResolved(): void {
    const untilMs = performance.now() + renderAgainMs;
    for (const entry of this.#resolved) {
      this.#resolved.delete(entry);
      this.#renderAgain(entry);
      if (performance.now() > untilMs) {
        return;
      }
    }
  }

  /** Replaces the open blocks with other ones. */
  showOpenBlocks(blocks: readonly Block[], definitions: Definitions): void {
    const lookUp: LookUp = (label) => this.lookUp(label) ?? definitions[label];
    const content = document.createDocumentFragment();
    content.append(...blocks.map((block) => renderBlock(block, lookUp).content));
    this.showOpen(content);
  }

  /** Replaces the open blocks with other content. */
  showOpen(content: Node): void {
    this.#removeOpen();
    this.#open = this.#groups.append(content);
    if (this.#waiting !== undefined) {
      this.#open = [...this.#open, ...this.#groups.append(this.#waiting)];
    }
    this.#groups.removeEmpty();
  }

  /** Shows a node after the open blocks, now and after whatever they are replaced with. */
  setWaiting(node: ChildNode | undefined): void {
    this.#waiting?.remove();
    this.#waiting = node;
    if (node !== undefined) {
      this.#open = [...this.#open, ...this.#groups.append(node)];
    }
  }

  /** Saves the state. The result restores it; the nodes on the page are up to the caller. */
  saveState(): () => void {
    const references = new Map(this.#references);
    const resolved = new Set(this.#resolved);
    const unresolved = [...this.#unresolved].map(([label, set]) => [label, new Set(set)] as const);
    const nodes = new Map(
      [...resolved, ...unresolved.flatMap(([, set]) => [...set])].map((entry) => [
        entry,
        entry.nodes,
      ]),
    );
    const open = this.#open;
    return () => {
      this.#references = references;
      this.#resolved = new Set(resolved);
      this.#unresolved = new Map(unresolved);
      nodes.forEach((before, entry) => {
        entry.nodes = before;
      });
      this.#open = open;
    };
  }

  #removeOpen(): void {
    removeAll(this.#open);
    this.#open = [];
  }

  #renderAgain(entry: UnresolvedBlocks): void {
    const place = document.createTextNode('');
    entry.nodes.at(-1)?.after(place);
    removeAll(entry.nodes);
    place.replaceWith(this.#render(entry));
  }

  #render(entry: UnresolvedBlocks): DocumentFragment {
    const all = document.createDocumentFragment();
    for (const block of entry.blocks()) {
      const { content, missedLabels } = renderBlock(block, this.lookUp);
      all.append(content);
      this.#awaitLabels(entry, missedLabels);
    }
    entry.nodes = [...all.childNodes];
    entry.nodes.forEach(noteScrollers);
    markHeavy(entry.nodes, entry.length);
    return all;
  }

  #awaitLabels(entry: UnresolvedBlocks, labels: ReadonlySet<string>): void {
    for (const label of labels) {
      this.#unresolved.set(label, (this.#unresolved.get(label) ?? new Set()).add(entry));
    }
  }
}

function removeAll(nodes: readonly ChildNode[]): void {
  for (const node of nodes) {
    node.remove();
  }
}

/** Marks the nodes of complete blocks that the style sheet makes the browser skip. */
function markHeavy(nodes: readonly Node[], length: number): void {
  if (length <= maxLight.elements) {
    return;
  }
  for (const node of nodes) {
    const isHeavy =
      node instanceof Element &&
      (node.getElementsByTagName('*').length > maxLight.elements ||
        node.textContent.length > maxLight.textLength);
    // The lines of code are skipped one by one.
    if (isHeavy && !node.matches('.code-block')) {
      node.classList.add('heavy');
    }
  }
}
