import { element } from '../dom/element.ts';

/** Few enough that a group is laid out quickly, many enough that there are few groups. */
const turnsPerGroup = 16;

/**
 * Puts `turns` into groups inside `transcript`, in order, and removes all others. The browser neither
 * lays out nor paints a group that is out of view. `skipped` is the number of turns before the first
 * one that are not on the page yet; when they come, the nodes of the others do not move to other
 * groups.
 */
export function putInGroups(
  transcript: HTMLElement,
  turns: readonly HTMLElement[],
  skipped: number,
): void {
  const skippedGroups = Math.floor(skipped / turnsPerGroup);
  const groupCount = Math.ceil((skipped + turns.length) / turnsPerGroup) - skippedGroups;
  const groups = groupsFor(transcript, turns, { groupCount, skipped });
  for (const [index, turn] of turns.entries()) {
    const position = skipped + index;
    const group = groups[Math.floor(position / turnsPerGroup) - skippedGroups];
    const isFirst = group === groups[0];
    const at = (position % turnsPerGroup) - (isFirst ? skipped % turnsPerGroup : 0);
    const present = group?.children[at];
    if (present !== turn) {
      group?.insertBefore(turn, present ?? null);
    }
  }
  const shown = new Set<Element>(turns);
  for (const group of groups) {
    [...group.children].filter((turn) => !shown.has(turn)).forEach((turn) => turn.remove());
  }
  groups.slice(groupCount).forEach((group) => group.remove());
}

/**
 * The groups of `transcript`, at least `groupCount`. New ones are added at the side where the new turns
 * are.
 */
function groupsFor(
  transcript: HTMLElement,
  turns: readonly HTMLElement[],
  { groupCount, skipped }: { readonly groupCount: number; readonly skipped: number },
): readonly Element[] {
  const [firstGroup] = transcript.children;
  const firstShown = firstGroup?.firstElementChild;
  const newBefore = turns.findIndex((turn) => turn === firstShown);
  if (newBefore > 0) {
    const groupOf = (position: number) => Math.floor(position / turnsPerGroup);
    const missing = groupOf(skipped + newBefore) - groupOf(skipped);
    transcript.prepend(...Array.from({ length: missing }, newGroup));
  }
  while (transcript.children.length < groupCount) {
    transcript.append(newGroup());
  }
  return [...transcript.children];
}

function newGroup(): HTMLElement {
  return element('div', { class: 'turn-group' });
}
