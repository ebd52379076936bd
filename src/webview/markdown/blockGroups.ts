import { element } from '../dom/element.ts';
import { removeFromSection } from '../dom/removeFromSection.ts';

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

/**
 * The browser looks at every group in each frame, also at those that it skips, unless they are inside
 * of something else that it skips. So groups are in sections.
 */
const groupsPerSection = 32;

const classes = { group: 'block-group', section: 'block-section' };

/**
 * Groups the blocks of `target`. The first ones are its own children; all others are in groups, and
 * these in sections, which are skipped in layout and paint while they are out of sight. The group of a
 * block depends only on the blocks before it, not on when it is added, and does not change.
 */
export function createBlockGroups(target: HTMLElement): BlockGroups {
  return {
    append(content) {
      const all = document.createDocumentFragment();
      all.append(content);
      const nodes = [...all.childNodes];
      const empty = emptyGroups(target);
      const [firstEmpty] = empty;
      let group = (firstEmpty ? groupBefore(firstEmpty) : lastGroup(target)) ?? target;
      let end = group === target ? (firstEmpty?.parentElement ?? null) : null;
      let count = group === target ? ownBlocks(target) : group.childNodes.length;
      for (const node of nodes) {
        if (count === blocksPerGroup) {
          group = empty.shift() ?? addGroup(target);
          end = null;
          count = 0;
        }
        group.insertBefore(node, end);
        count += 1;
      }
      return nodes;
    },
    removeEmpty() {
      for (const group of emptyGroups(target)) {
        removeFromSection(group);
      }
    },
  };
}

/** The number of blocks that are in no group. */
function ownBlocks(target: Element): number {
  return [...target.childNodes].filter((node) => !isSection(node)).length;
}

/** Adds a group at the end. */
function addGroup(target: Element): Element {
  const last = target.lastElementChild;
  const group = element('div', { class: classes.group });
  if (isSection(last) && last.childNodes.length < groupsPerSection) {
    last.append(group);
  } else {
    // Only then does it go on the page, with all styles from the start.
    target.append(element('div', { class: classes.section }, [group]));
  }
  return group;
}

/** The groups at the end that became empty when open blocks were removed. */
function emptyGroups(target: Element): Element[] {
  const groups: Element[] = [];
  let last = lastGroup(target);
  for (; last?.hasChildNodes() === false; last = groupBefore(last)) {
    groups.unshift(last);
  }
  return groups;
}

function lastGroup(target: Element): Element | undefined {
  return lastOf(target.lastElementChild);
}

function groupBefore(group: Element): Element | undefined {
  return group.previousElementSibling ?? lastOf(group.parentElement?.previousElementSibling);
}

/** The last group, if `node` is a section. */
function lastOf(node: Element | null | undefined): Element | undefined {
  return (isSection(node) ? node.lastElementChild : undefined) ?? undefined;
}

function isSection(node: Node | null | undefined): node is Element {
  return node instanceof Element && node.classList.contains(classes.section);
}
