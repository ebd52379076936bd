import { element } from '../dom/element.ts';

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
      const empty = emptyGroups(target);
      const last = empty[0]?.previousElementSibling ?? target.lastElementChild;
      let group = isGroup(last) ? last : target;
      for (const node of nodes) {
        const others = group === target ? empty.length : 0;
        if (group.childNodes.length - others >= blocksPerGroup) {
          group = empty.shift() ?? target.appendChild(element('div', { class: groupClass }));
        }
        group.insertBefore(node, (group === target ? empty[0] : undefined) ?? null);
      }
      return nodes;
    },
    removeEmpty() {
      emptyGroups(target).forEach((group) => group.remove());
    },
  };
}

/** The groups at the end that what was open for a while has left empty. */
function emptyGroups(target: Element): Element[] {
  const groups: Element[] = [];
  let last = target.lastElementChild;
  for (; isGroup(last) && !last.hasChildNodes(); last = last.previousElementSibling) {
    groups.unshift(last);
  }
  return groups;
}

function isGroup(node: Element | null): node is Element {
  return node?.classList.contains(groupClass) === true;
}
