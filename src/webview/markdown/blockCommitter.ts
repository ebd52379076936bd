import { createBlockGroups, type BlockGroups } from './blockGroups.ts';
import {
  parseSource,
  type Block,
  type LinkReference,
  type LookUp,
  type ParsedSource,
} from './markdownParser.ts';
import { renderBlock } from './render.ts';

/** What link reference definitions say, by label. */
type Definitions = ParsedSource['definitions'];

/** Blocks on the page that use labels which nothing has defined yet. */
interface UnresolvedBlocks {
  readonly blocks: () => readonly Block[];
  /** Their nodes on the page. */
  nodes: readonly ChildNode[];
}

/**
 * Puts blocks on the page: settled ones, which no further text can change, permanently, and after
 * them open ones, which are replaced with each piece of text.
 */
export class BlockCommitter {
  readonly #groups: BlockGroups;
  #references = new Map<string, LinkReference>();
  /** By label, the blocks to be rendered again when it is defined. */
  #unresolved = new Map<string, Set<UnresolvedBlocks>>();
  #open: readonly ChildNode[] = [];

  /** Renders into `target`, which must be empty and must not be changed by others. */
  constructor(target: HTMLElement) {
    this.#groups = createBlockGroups(target);
  }

  /** Appends settled blocks. Open blocks are removed. */
  commit(blocks: readonly Block[], definitions: Definitions): void {
    this.#removeOpen();
    this.define(blocks, definitions);
    for (const block of blocks) {
      this.#groups.append(this.#render({ blocks: () => [block], nodes: [] }));
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
  adopt(node: ChildNode, source: string, missedLabels: ReadonlySet<string>): void {
    const entry: UnresolvedBlocks = {
      blocks: () => parseSource(source).blocks,
      nodes: [node],
    };
    if ([...missedLabels].some((label) => this.#references.has(label))) {
      this.#renderAgain(entry);
    } else {
      this.#awaitLabels(entry, missedLabels);
    }
  }

  /** What a label refers to, as far as settled blocks define it. */
  readonly lookUp: LookUp = (label) => this.#references.get(label);

  /**
   * Adds the definitions inside settled `blocks`; the first definition of a label counts. Blocks
   * that were missing one of them are rendered again, each once.
   */
  define(blocks: readonly Block[], definitions: Definitions): void {
    const resolved = new Set<UnresolvedBlocks>();
    for (const label of blocks.flatMap(({ definedLabels }) => definedLabels)) {
      const definition = definitions[label];
      if (definition !== undefined && !this.#references.has(label)) {
        this.#references.set(label, definition);
        this.#unresolved.get(label)?.forEach((entry) => resolved.add(entry));
        this.#unresolved.delete(label);
      }
    }
    resolved.forEach((entry) => this.#renderAgain(entry));
  }

  /** Replaces the open blocks with other ones. */
  showOpenBlocks(blocks: readonly Block[], definitions: Definitions): void {
    const lookUp: LookUp = (label) => this.#references.get(label) ?? definitions[label];
    const content = document.createDocumentFragment();
    content.append(...blocks.map((block) => renderBlock(block, lookUp).content));
    this.showOpen(content);
  }

  /** Replaces the open blocks with other content. */
  showOpen(content: Node): void {
    this.#removeOpen();
    this.#open = this.#groups.append(content);
    this.#groups.removeEmpty();
  }

  /** Saves the state. The result restores it; the nodes on the page are up to the caller. */
  saveState(): () => void {
    const references = new Map(this.#references);
    const unresolved = [...this.#unresolved].map(([label, set]) => [label, new Set(set)] as const);
    const nodes = new Map(
      unresolved.flatMap(([, set]) => [...set].map((entry) => [entry, entry.nodes])),
    );
    const open = this.#open;
    return () => {
      this.#references = references;
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
