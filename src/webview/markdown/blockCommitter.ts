import { appendBlocks, removeEmptyGroups } from './blockGroups.ts';
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
}

/** What is known of labels, and which nodes are open. */
interface CommitterState {
  readonly references: Map<string, LinkReference>;
  /** By label, the blocks to be rendered again when it is defined. */
  readonly unresolved: Map<string, Set<UnresolvedBlocks>>;
  /** The blocks whose labels are defined by now, and which are not rendered again yet. */
  readonly resolved: Set<UnresolvedBlocks>;
  /** Their nodes on the page. */
  readonly nodesOf: Map<UnresolvedBlocks, readonly ChildNode[]>;
  readonly open: readonly ChildNode[];
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
  readonly #target: HTMLElement;
  #state: CommitterState = {
    references: new Map(),
    unresolved: new Map(),
    resolved: new Set(),
    nodesOf: new Map(),
    open: [],
  };
  #waiting: ChildNode | undefined;
  readonly #lookUpOutside: LookUp;

  /**
   * Renders into `target`, which must be empty and must not be changed by others. Labels that the
   * blocks do not define are looked up with `lookUpOutside`.
   */
  constructor(target: HTMLElement, lookUpOutside: LookUp) {
    this.#target = target;
    this.#lookUpOutside = lookUpOutside;
  }

  /** Whether `renderResolved` has something left to do. */
  get hasResolved(): boolean {
    return this.#state.resolved.size > 0;
  }

  /** A copy of the state as it is now. */
  get state(): CommitterState {
    return copyOf(this.#state);
  }

  /** Takes the state that it had before. The nodes on the page are up to the caller. */
  set state(state: CommitterState) {
    this.#state = copyOf(state);
  }

  /** Appends settled blocks. Open blocks are removed. */
  commit(blocks: readonly Block[], definitions: Definitions): void {
    this.#removeOpen();
    this.define(blocks, definitions);
    for (const block of blocks) {
      const length = block.tokens.length + block.length;
      appendBlocks(this.#target, this.#render({ blocks: () => [block], length }));
    }
  }

  /** Appends a node that the caller maintains. Open blocks are removed. */
  commitNode(node: Node): void {
    this.#removeOpen();
    appendBlocks(this.#target, node);
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
    };
    this.#awaitLabels(entry, [node], missedLabels);
    if ([...missedLabels].some((label) => this.#state.references.has(label))) {
      this.#state.resolved.add(entry);
    }
  }

  /** What a label refers to, as far as settled blocks define it. */
  readonly lookUp: LookUp = (label) =>
    this.#state.references.get(label) ?? this.#lookUpOutside(label);

  /**
   * Adds the definitions inside settled `blocks`; the first definition of a label counts. Blocks
   * that were missing one of them are left to `renderResolved`.
   */
  define(blocks: readonly Block[], definitions: Definitions): void {
    const { references, unresolved, resolved } = this.#state;
    for (const label of blocks.flatMap(({ definedLabels }) => definedLabels)) {
      const definition = definitions[label];
      if (definition !== undefined && !references.has(label)) {
        references.set(label, definition);
        unresolved.get(label)?.forEach((entry) => resolved.add(entry));
        unresolved.delete(label);
      }
    }
  }

  /** Renders blocks again whose labels are defined by now; at most so much that the page goes on. */
  renderResolved(): void {
    const untilMs = performance.now() + renderAgainMs;
    for (const entry of this.#state.resolved) {
      this.#state.resolved.delete(entry);
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
    const open = appendBlocks(this.#target, content);
    const waiting = this.#waiting === undefined ? [] : appendBlocks(this.#target, this.#waiting);
    this.#state = { ...this.#state, open: [...open, ...waiting] };
    removeEmptyGroups(this.#target);
  }

  /** Shows a node after the open blocks, now and after whatever they are replaced with. */
  setWaiting(node: ChildNode | undefined): void {
    this.#waiting?.remove();
    this.#waiting = node;
    if (node !== undefined) {
      const open = [...this.#state.open, ...appendBlocks(this.#target, node)];
      this.#state = { ...this.#state, open };
    }
  }

  #removeOpen(): void {
    removeAll(this.#state.open);
    this.#state = { ...this.#state, open: [] };
  }

  #renderAgain(entry: UnresolvedBlocks): void {
    const place = document.createTextNode('');
    const nodes = this.#state.nodesOf.get(entry) ?? [];
    this.#state.nodesOf.delete(entry);
    nodes.at(-1)?.after(place);
    removeAll(nodes);
    place.replaceWith(this.#render(entry));
  }

  #render(entry: UnresolvedBlocks): DocumentFragment {
    const all = document.createDocumentFragment();
    const missed = new Set<string>();
    for (const block of entry.blocks()) {
      const { content, missedLabels } = renderBlock(block, this.lookUp);
      all.append(content);
      missedLabels.forEach((label) => missed.add(label));
    }
    const nodes = [...all.childNodes];
    nodes.forEach(noteScrollers);
    markHeavy(nodes, entry.length);
    this.#awaitLabels(entry, nodes, missed);
    return all;
  }

  #awaitLabels(
    entry: UnresolvedBlocks,
    nodes: readonly ChildNode[],
    labels: ReadonlySet<string>,
  ): void {
    const { unresolved, nodesOf } = this.#state;
    for (const label of labels) {
      unresolved.set(label, (unresolved.get(label) ?? new Set()).add(entry));
      nodesOf.set(entry, nodes);
    }
  }
}

function copyOf(state: CommitterState): CommitterState {
  return {
    references: new Map(state.references),
    unresolved: new Map([...state.unresolved].map(([label, entries]) => [label, new Set(entries)])),
    resolved: new Set(state.resolved),
    nodesOf: new Map(state.nodesOf),
    open: state.open,
  };
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
