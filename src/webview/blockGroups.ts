import { element } from './element.ts';

/** Where blocks are put, so that the browser lays out and paints only those near the reader. */
export interface BlockGroups {
  /** Puts a node, or all of a fragment, at the end and gives what is there then. */
  append(content: Node): readonly ChildNode[];
}

/** Small enough that a frame touches few blocks, large enough that there are few groups. */
const blocksPerGroup = 64;

const groupClass = 'block-group';

/**
 * Groups the blocks of `target`: the first ones are its own children, all others those of groups that
 * are left out of layout and paint while they are out of sight. Which group a block is in depends on
 * what stands before it and not on when it came, and it never changes its group.
 */
export function createBlockGroups(target: HTMLElement): BlockGroups {
  /** The last group, but none that what was open for a while has left empty. */
  const current = (): Element => {
    const last = target.lastElementChild;
    if (last?.classList.contains(groupClass) !== true) {
      return target;
    }
    if (last.hasChildNodes()) {
      return last;
    }
    last.remove();
    return current();
  };
  return {
    append(content) {
      const all = document.createDocumentFragment();
      all.append(content);
      const nodes = [...all.childNodes];
      let group = current();
      for (const node of nodes) {
        if (group.childNodes.length >= blocksPerGroup) {
          group = target.appendChild(element('div', { class: groupClass }));
        }
        group.append(node);
      }
      return nodes;
    },
  };
}
