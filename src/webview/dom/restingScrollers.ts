/** Selects what scrolls sideways if it is too wide. */
const scrollers = 'pre, .table-scroll';

const resting = 'resting-scroller';

/** Groups that go out of sight in this time are looked at together, so that a stream does not pay for it in its frames. */
const restDelayMs = 500;

/**
 * Keeps what is too wide from being a scrolling element while the browser skips the `.block-group` that
 * it is in: it has work to do in each frame for all scrolling elements of the page, also for those that
 * it skips. Heights stay the same, and so does what was scrolled.
 */
export function restScrollersOutOfSight(target: HTMLElement): void {
  const skipped = new Set<Element>();
  const restSkipped = (): void => {
    rest([...skipped].flatMap((group) => [...group.querySelectorAll<HTMLElement>(scrollers)]));
    skipped.clear();
  };
  target.addEventListener(
    'contentvisibilityautostatechange',
    (event) => {
      const group = event.target;
      if (
        !(event instanceof ContentVisibilityAutoStateChangeEvent) ||
        !(group instanceof Element) ||
        !group.matches('.block-group')
      ) {
        return;
      }
      if (!event.skipped) {
        skipped.delete(group);
        group.querySelectorAll(`.${resting}`).forEach(wakeScroller);
        return;
      }
      if (skipped.size === 0) {
        setTimeout(restSkipped, restDelayMs);
      }
      skipped.add(group);
    },
    { capture: true },
  );
}

/** Makes a box scroll again that may be out of sight, so that it can be scrolled. */
export function wakeScroller(box: Element): void {
  box.classList.remove(resting);
}

function rest(boxes: readonly HTMLElement[]): void {
  const wide = boxes.filter(
    ({ scrollWidth, clientWidth, scrollLeft }) => scrollWidth > clientWidth && scrollLeft === 0,
  );
  const barHeights = wide.map(({ offsetHeight, clientHeight }) => offsetHeight - clientHeight);
  wide.forEach((box, index) => {
    box.style.setProperty('--bar-height', `${barHeights[index]}px`);
    box.classList.add(resting);
  });
  const [first] = wide;
  if (first !== undefined) {
    // The browser computes no styles of what it skips, unless it is asked for one of them.
    void getComputedStyle(first).overflowX;
  }
}
