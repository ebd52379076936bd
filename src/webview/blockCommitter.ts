import type { Block, LinkReference, ParsedBlocks } from './markdownParser.ts';
import { renderBlock } from './renderBlock.ts';

type Definitions = ParsedBlocks['definitions'];

/** Puts settled blocks into the page for good and shows the open ones for as long as they last. */
export interface BlockCommitter {
  /** Appends blocks that no further text can change; nothing is shown as open after it. */
  commit(blocks: readonly Block[], definitions: Definitions): void;
  /** Appends a node that is finished or finishes itself; nothing is shown as open after it. */
  commitNode(node: Node): void;
  /** Replaces what is shown as open. */
  showOpen(node: Node): void;
  /** Replaces what is shown as open with these blocks. */
  showOpenBlocks(blocks: readonly Block[], definitions: Definitions): void;
}

/** A block in the page, kept while it uses labels that nobody has defined yet. */
interface WaitingBlock {
  readonly block: Block;
  nodes: readonly ChildNode[];
}

/** Renders into `target`, which must be empty and left alone by others. */
export function createBlockCommitter(target: HTMLElement): BlockCommitter {
  const references = new Map<string, LinkReference>();
  const waiting = new Map<string, Set<WaitingBlock>>();
  let open: readonly ChildNode[] = [];

  const showOpen = (node: Node): void => {
    removeAll(open);
    open = appendTo(target, node);
  };
  const render = (entry: WaitingBlock): DocumentFragment => {
    const { content, missedLabels } = renderBlock(entry.block, (label) => references.get(label));
    entry.nodes = [...content.childNodes];
    for (const label of missedLabels) {
      waiting.set(label, (waiting.get(label) ?? new Set()).add(entry));
    }
    return content;
  };
  const renderAgain = (entry: WaitingBlock): void => {
    const end = entry.nodes.at(-1)?.nextSibling ?? null;
    removeAll(entry.nodes);
    target.insertBefore(render(entry), end);
  };
  const define = (label: string, definition: LinkReference): void => {
    if (!references.has(label)) {
      references.set(label, definition);
      waiting.get(label)?.forEach(renderAgain);
      waiting.delete(label);
    }
  };
  return {
    commit(blocks, definitions) {
      showOpen(document.createDocumentFragment());
      for (const label of blocks.flatMap(({ definedLabels }) => definedLabels)) {
        const definition = definitions[label];
        if (definition !== undefined) {
          define(label, definition);
        }
      }
      target.append(...blocks.map((block) => render({ block, nodes: [] })));
    },
    commitNode(node) {
      showOpen(document.createDocumentFragment());
      target.append(node);
    },
    showOpen,
    showOpenBlocks(blocks, definitions) {
      const find = (label: string): LinkReference | undefined =>
        references.get(label) ?? definitions[label];
      const content = document.createDocumentFragment();
      content.append(...blocks.map((block) => renderBlock(block, find).content));
      showOpen(content);
    },
  };
}

function appendTo(target: HTMLElement, node: Node): readonly ChildNode[] {
  const last = target.lastChild;
  target.append(node);
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
