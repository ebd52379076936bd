import { element } from './element.ts';

/**
 * The browser looks at every group in each frame, also at those that it skips, unless they are inside of something
 * else that it skips. So groups are in sections.
 */
const groupsPerSection = 32;

/** Appends an empty `…-group` in a `…-section` to `parent`, which may have other children before its sections. */
export function appendGroup(
  parent: Element,
  tag: 'div' | 'span',
  name: 'block' | 'code',
): HTMLElement {
  const group = element(tag, { class: `${name}-group` });
  const last = parent.lastElementChild;
  if (last?.matches(`.${name}-section`) === true && last.childElementCount < groupsPerSection) {
    last.append(group);
  } else {
    // Only then does it go on the page, with all styles from the start.
    parent.append(element(tag, { class: `${name}-section` }, [group]));
  }
  return group;
}

/** Removes a group, and the section that it is in if that is empty then. */
export function removeGroup(group: Element): void {
  const section = group.parentElement;
  group.remove();
  if (section?.hasChildNodes() === false) {
    section.remove();
  }
}
