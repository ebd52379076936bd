import { element } from '../dom/element.ts';

/** So few that what comes into view is laid out quickly, so many that there are few groups. */
const turnsPerGroup = 16;

/**
 * Puts turns into groups that are left out of layout and paint while they are out of sight. `skipped`
 * turns before the first one are not on the page; what is there already stays in place when they come.
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
    const place = skipped + index;
    const group = groups[Math.floor(place / turnsPerGroup) - skippedGroups];
    const isFirst = group === groups[0];
    const at = (place % turnsPerGroup) - (isFirst ? skipped % turnsPerGroup : 0);
    const inPlace = group?.children[at];
    if (inPlace !== turn) {
      group?.insertBefore(turn, inPlace ?? null);
    }
  }
  const shown = new Set<Element>(turns);
  for (const group of groups) {
    [...group.children].filter((turn) => !shown.has(turn)).forEach((turn) => turn.remove());
  }
  groups.slice(groupCount).forEach((group) => group.remove());
}

/** As many groups as are needed, with new ones at the side where the turns are new. */
function groupsFor(
  transcript: HTMLElement,
  turns: readonly HTMLElement[],
  { groupCount, skipped }: { readonly groupCount: number; readonly skipped: number },
): readonly Element[] {
  const [firstGroup] = transcript.children;
  const firstShown = firstGroup?.firstElementChild;
  const newBefore = turns.findIndex((turn) => turn === firstShown);
  if (newBefore > 0) {
    const groupOf = (place: number) => Math.floor(place / turnsPerGroup);
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
