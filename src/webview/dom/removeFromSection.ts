/** Removes a group, and the section that it is in if that is empty then. */
export function removeFromSection(group: Element): void {
  const section = group.parentElement;
  group.remove();
  if (section?.hasChildNodes() === false) {
    section.remove();
  }
}
