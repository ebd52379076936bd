import { element } from '../dom/element.ts';

/** Few enough that a group is laid out quickly, many enough that there are few groups. */
const turnsPerGroup = 16;

/**
 * Puts `turns` into groups inside `transcript`, in order, and removes all others. A change inside one
 * group leaves the layout of the others as it is. A turn that is there stays in its group, so that
 * focus and selection stay; all that are there have to be in the same order before and after.
 */
export function putInGroups(transcript: HTMLElement, turns: readonly HTMLElement[]): void {
  const shown = new Set<Element>(turns);
  const groups = [...transcript.children];
  for (const group of groups) {
    [...group.children].filter((turn) => !shown.has(turn)).forEach((turn) => turn.remove());
    if (!group.hasChildNodes()) {
      group.remove();
    }
  }
  const firstKnown = turns.findIndex((turn) => transcript.contains(turn));
  transcript.prepend(...newGroups(turns.slice(0, Math.max(0, firstKnown))));
  for (const [index, turn] of turns.entries()) {
    if (!transcript.contains(turn)) {
      addAfter(turns[index - 1], turn, transcript);
    }
  }
}

/** Groups for turns that come before all others; the last group is full. */
function newGroups(turns: readonly HTMLElement[]): readonly HTMLElement[] {
  const groups: HTMLElement[] = [];
  for (let end = turns.length; end > 0; end -= turnsPerGroup) {
    groups.unshift(newGroup(turns.slice(Math.max(0, end - turnsPerGroup), end)));
  }
  return groups;
}

/** Puts a turn after the one before it, at the end of a group into a new one if that group is full. */
function addAfter(
  before: HTMLElement | undefined,
  turn: HTMLElement,
  transcript: HTMLElement,
): void {
  const group = before?.parentElement;
  if (before === undefined || !group) {
    transcript.prepend(newGroup([turn]));
  } else if (before.nextSibling === null && group.children.length >= turnsPerGroup) {
    group.after(newGroup([turn]));
  } else {
    before.after(turn);
  }
}

function newGroup(turns: readonly HTMLElement[]): HTMLElement {
  return element('div', { class: 'turn-group' }, turns);
}
