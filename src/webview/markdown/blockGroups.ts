import { element } from '../dom/element.ts';

/** Blocks in groups, so that the browser lays out and paints only the groups near the view. */
export interface BlockGroups {
  /** Appends a node, or all nodes of a fragment, after the last block; returns these nodes. */
  append(content: Node): readonly ChildNode[];
  /**
   * Removes empty groups at the end. Only to be called when nothing takes their place: the removal
   * of a group makes the browser number all lists on the page again.
   */
  removeEmpty(): void;
}

/** Small, so that a frame changes few blocks; large, so that there are few groups. */
const blocksPerGroup = 64;

const groupClass = 'block-group';

/**
 * Groups the blocks of `target`. The first ones are its own children; all others are in groups that
 * are skipped in layout and paint while they are out of sight. The group of a block depends only on
 * the blocks before it, not on when it is added, and does not change.
 */
export function createBlockGroups(target: HTMLElement): BlockGroups {
  return {
    append(content) {
      const all = document.createDocumentFragment();
      all.append(content);
      const nodes = [...all.childNodes];
      const empty = emptyGroups(target);
      const [firstEmpty] = empty;
      const last = firstEmpty ? firstEmpty.previousElementSibling : target.lastElementChild;
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

/** The groups at the end that became empty when open blocks were removed. */
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
