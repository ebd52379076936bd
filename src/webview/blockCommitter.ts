import type { Block, LinkReference, ParsedBlocks } from './markdownParser.ts';
import { renderBlock } from './renderBlock.ts';

type Definitions = ParsedBlocks['definitions'];

/** A block in the page, kept while it uses labels that nobody has defined yet. */
interface WaitingBlock {
  readonly block: Block;
  nodes: readonly ChildNode[];
}

/** Puts settled blocks into the page for good and shows the open ones for as long as they last. */
export class BlockCommitter {
  readonly #target: HTMLElement;
  readonly #references = new Map<string, LinkReference>();
  readonly #waiting = new Map<string, Set<WaitingBlock>>();
  #open: readonly ChildNode[] = [];

  /** Renders into `target`, which must be empty and left alone by others. */
  constructor(target: HTMLElement) {
    this.#target = target;
  }

  /** Appends blocks that no further text can change; nothing is shown as open after it. */
  commit(blocks: readonly Block[], definitions: Definitions): void {
    this.showOpen(document.createDocumentFragment());
    for (const label of blocks.flatMap(({ definedLabels }) => definedLabels)) {
      const definition = definitions[label];
      if (definition !== undefined) {
        this.#define(label, definition);
      }
    }
    this.#target.append(...blocks.map((block) => this.#render({ block, nodes: [] })));
  }

  /** Appends a node that is finished or finishes itself; nothing is shown as open after it. */
  commitNode(node: Node): void {
    this.showOpen(document.createDocumentFragment());
    this.#target.append(node);
  }

  /** Replaces what is shown as open. */
  showOpen(content: Node): void {
    removeAll(this.#open);
    this.#open = appendTo(this.#target, content);
  }

  /** Replaces what is shown as open with these blocks. */
  showOpenBlocks(blocks: readonly Block[], definitions: Definitions): void {
    const find = (label: string): LinkReference | undefined =>
      this.#references.get(label) ?? definitions[label];
    const content = document.createDocumentFragment();
    content.append(...blocks.map((block) => renderBlock(block, find).content));
    this.showOpen(content);
  }

  /** Of two definitions with one label the first counts; what was waiting for it changes. */
  #define(label: string, definition: LinkReference): void {
    if (this.#references.has(label)) {
      return;
    }
    this.#references.set(label, definition);
    const blocks = this.#waiting.get(label) ?? [];
    this.#waiting.delete(label);
    for (const entry of blocks) {
      const next = entry.nodes.at(-1)?.nextSibling ?? null;
      removeAll(entry.nodes);
      this.#target.insertBefore(this.#render(entry), next);
    }
  }

  #render(entry: WaitingBlock): DocumentFragment {
    const find = (label: string): LinkReference | undefined => this.#references.get(label);
    const { content, missedLabels } = renderBlock(entry.block, find);
    entry.nodes = [...content.childNodes];
    for (const label of missedLabels) {
      this.#waiting.set(label, (this.#waiting.get(label) ?? new Set()).add(entry));
    }
    return content;
  }
}

function appendTo(target: HTMLElement, content: Node): readonly ChildNode[] {
  const last = target.lastChild;
  target.append(content);
  const added: ChildNode[] = [];
  for (let child = last ? last.nextSibling : target.firstChild; child; child = child.nextSibling) {
    added.push(child);
  }
  return added;
}

function removeAll(nodes: readonly ChildNode[]): void {
  for (const node of nodes) {
    node.remove();
  }
}
