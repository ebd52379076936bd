import { appendGroup, removeGroup } from '../dom/groupSections.ts';

/** Small, so that a frame changes few blocks; large, so that there are few groups. */
const blocksPerGroup = 64;

/**
 * Appends a node, or all nodes of a fragment, after the last block of `target`; returns these nodes. The first blocks
 * are its own children; all others are in groups, and these in sections, so that the browser lays out and paints only
 * what is near the view. The group of a block depends only on the blocks before it, not on when it is added, and does
 * not change.
 */
export function appendBlocks(target: HTMLElement, content: Node): readonly ChildNode[] {
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
      group = empty.shift() ?? appendGroup(target, 'div', 'block');
      end = null;
      count = 0;
    }
    group.insertBefore(node, end);
    count += 1;
  }
  return nodes;
}

/**
 * Removes empty groups at the end. Only to be called when nothing takes their place: the removal of a group makes the
 * browser number all lists on the page again.
 */
export function removeEmptyGroups(target: HTMLElement): void {
  emptyGroups(target).forEach(removeGroup);
}

/** The number of blocks that are in no group. */
function ownBlocks(target: Element): number {
  return [...target.childNodes].filter((node) => !isSection(node)).length;
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
  return node instanceof Element && node.classList.contains('block-section');
}
