/** Selects what scrolls sideways if it is too wide. */
const scrollers = 'pre, .table-scroll';

const resting = 'resting-scroller';

/**
 * Keeps what is too wide from being a scrolling element while the browser skips the `.block-group` that
 * it is in: it has work to do in each frame for all scrolling elements of the page, also for those that
 * it skips. Heights stay the same, and so does what was scrolled.
 */
export function restScrollersOutOfSight(target: HTMLElement): void {
  target.addEventListener('contentvisibilityautostatechange', onStateChange, { capture: true });
}

/** Makes a box scroll again that may be out of sight, so that it can be scrolled. */
export function wakeScroller(box: Element): void {
  box.classList.remove(resting);
}

function onStateChange(event: Event): void {
  const group = event.target;
  if (
    event instanceof ContentVisibilityAutoStateChangeEvent &&
    group instanceof Element &&
    group.matches('.block-group')
  ) {
    if (event.skipped) {
      rest(group);
    } else {
      group.querySelectorAll(`.${resting}`).forEach(wakeScroller);
    }
  }
}

function rest(group: Element): void {
  const wide = [...group.querySelectorAll<HTMLElement>(scrollers)].filter(
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
