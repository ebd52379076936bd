import { element } from './element.ts';

/** Where blocks are put, so that the browser lays out and paints only those near the reader. */
export interface BlockGroups {
  /** Puts a node, or all of a fragment, after the last block and gives what is there then. */
  append(content: Node): readonly ChildNode[];
  /**
   * Removes the groups at the end whose blocks are gone. Not to be done where others come in their
   * place: with a group that goes, the browser counts all lists of the page anew.
   */
  removeEmpty(): void;
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
  return {
    append(content) {
      const all = document.createDocumentFragment();
      all.append(content);
      const nodes = [...all.childNodes];
      const groups = [...target.children].filter(isGroup);
      let index = groups.findLastIndex((group) => group.hasChildNodes());
      for (const node of nodes) {
        const current = groups[index];
        const count = current?.childNodes.length ?? target.childNodes.length - groups.length;
        if (count >= blocksPerGroup) {
          index += 1;
          groups[index] ??= target.appendChild(element('div', { class: groupClass }));
        }
        const group = groups[index];
        if (group === undefined) {
          target.insertBefore(node, groups[0] ?? null);
        } else {
          group.append(node);
        }
      }
      return nodes;
    },
    removeEmpty() {
      for (const group of [...target.children].filter(isGroup)) {
        if (!group.hasChildNodes()) {
          group.remove();
        }
      }
    },
  };
}

function isGroup(node: Element): boolean {
  return node.classList.contains(groupClass);
}
