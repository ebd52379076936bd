import type { FoundMatches, Place } from './foundMatches.ts';
import { inView } from './inView.ts';
import { rangeIn } from './textBlocks.ts';

/** The names of the marks in the style sheet. */
const names = { all: 'parley-find', current: 'parley-find-current' };

/** So many matches on either side of the middle of the view are marked: each costs time in every frame. */
const markedAround = 100;

/** Marks matches in the page without touching it. Only those near the view of `scroller` are marked. */
export function showMarks(
  scroller: Element,
  found: FoundMatches,
  current: Place | undefined,
): void {
  const middle = found.countBefore(inView(scroller, 'middle'));
  const places = found.slice(Math.max(0, middle - markedAround), 2 * markedAround);
  const others = places.filter(
    ({ block, start }) => block !== current?.block || start !== current.start,
  );
  const marked = current === undefined ? [] : rangeIn(current.text, current);
  CSS.highlights.set(
    names.all,
    new Highlight(...others.flatMap((place) => rangeIn(place.text, place))),
  );
  CSS.highlights.set(names.current, new Highlight(...marked));
}

/** Takes all marks away. */
export function clearMarks(): void {
  Object.values(names).forEach((name) => CSS.highlights.delete(name));
}
