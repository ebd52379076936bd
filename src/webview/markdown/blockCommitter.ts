import {
  parseBlocks,
  type Block,
  type LinkReference,
  type ParsedBlocks,
} from './markdownParser.ts';
import { createBlockGroups, type BlockGroups } from './blockGroups.ts';
import { renderBlock } from './render.ts';

type Definitions = ParsedBlocks['definitions'];

/** Blocks on the page, kept while they use labels that nobody has defined yet. */
interface WaitingBlocks {
  readonly blocks: () => readonly Block[];
  nodes: readonly ChildNode[];
}

/** Puts settled blocks into the page for good and shows the open ones for as long as they last. */
export class BlockCommitter {
  readonly #groups: BlockGroups;
  #references = new Map<string, LinkReference>();
  #waiting = new Map<string, Set<WaitingBlocks>>();
  #open: readonly ChildNode[] = [];

  /** Renders into `target`, which must be empty and left alone by others. */
  constructor(target: HTMLElement) {
    this.#groups = createBlockGroups(target);
  }

  /** Appends blocks that no further text can change; nothing is shown as open after it. */
  commit(blocks: readonly Block[], definitions: Definitions): void {
    this.#hideOpen();
    this.define(blocks, definitions);
    for (const block of blocks) {
      this.#groups.append(this.#render({ blocks: () => [block], nodes: [] }));
    }
  }

  /** Appends a node that is finished or finishes itself; nothing is shown as open after it. */
  commitNode(node: Node): void {
    this.#hideOpen();
    this.#groups.append(node);
  }

  /**
   * Takes over a node that has been built part by part. Where labels that it missed are defined
   * meanwhile, or later, it is rendered anew from its source.
   */
  adopt(node: ChildNode, source: string, missedLabels: ReadonlySet<string>): void {
    const entry: WaitingBlocks = { blocks: () => parseBlocks(source).blocks, nodes: [node] };
    if ([...missedLabels].some((label) => this.#references.has(label))) {
      this.#renderAgain(entry);
    } else {
      this.#wait(entry, missedLabels);
    }
  }

  /** Gives what brings back everything as it is, but for what stands on the page. */
  mark(): () => void {
    const references = new Map(this.#references);
    const waiting = [...this.#waiting].map(([label, set]) => [label, new Set(set)] as const);
    const nodes = new Map(waiting.flatMap(([, set]) => [...set].map((one) => [one, one.nodes])));
    const open = this.#open;
    return () => {
      [this.#references, this.#waiting] = [references, new Map(waiting)];
      nodes.forEach((before, entry) => {
        entry.nodes = before;
      });
      this.#open = open;
    };
  }

  /** What a label stands for, as far as blocks that are there for good define it. */
  readonly find = (label: string): LinkReference | undefined => this.#references.get(label);

  /** Replaces what is shown as open. */
  showOpen(content: Node): void {
    this.#hideOpen();
    this.#open = this.#groups.append(content);
    this.#groups.removeEmpty();
  }

  /** Replaces what is shown as open with these blocks. */
  showOpenBlocks(blocks: readonly Block[], definitions: Definitions): void {
    const find = (label: string): LinkReference | undefined =>
      this.#references.get(label) ?? definitions[label];
    const content = document.createDocumentFragment();
    content.append(...blocks.map((block) => renderBlock(block, find).content));
    this.showOpen(content);
  }

  /**
   * Takes in the definitions within `blocks`; of two with one label the first counts. What was
   * waiting for any of them changes, once.
   */
  define(blocks: readonly Block[], definitions: Definitions): void {
    const waiting = new Set<WaitingBlocks>();
    for (const label of blocks.flatMap(({ definedLabels }) => definedLabels)) {
      const definition = definitions[label];
      if (definition !== undefined && !this.#references.has(label)) {
        this.#references.set(label, definition);
        this.#waiting.get(label)?.forEach((entry) => waiting.add(entry));
        this.#waiting.delete(label);
      }
    }
    waiting.forEach((entry) => this.#renderAgain(entry));
  }

  #hideOpen(): void {
    removeAll(this.#open);
    this.#open = [];
  }

  #renderAgain(entry: WaitingBlocks): void {
    const place = document.createTextNode('');
    entry.nodes.at(-1)?.after(place);
    removeAll(entry.nodes);
    place.replaceWith(this.#render(entry));
  }

  #render(entry: WaitingBlocks): DocumentFragment {
    const all = document.createDocumentFragment();
    for (const block of entry.blocks()) {
      const { content, missedLabels } = renderBlock(block, this.find);
      all.append(content);
      this.#wait(entry, missedLabels);
    }
    entry.nodes = [...all.childNodes];
    return all;
  }

  #wait(entry: WaitingBlocks, labels: ReadonlySet<string>): void {
    for (const label of labels) {
      this.#waiting.set(label, (this.#waiting.get(label) ?? new Set()).add(entry));
    }
  }
}

function removeAll(nodes: readonly ChildNode[]): void {
  for (const node of nodes) {
    node.remove();
  }
}
