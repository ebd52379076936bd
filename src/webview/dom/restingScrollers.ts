/** Selects what scrolls sideways if it is too wide. */
const scrollers = 'pre, .table-scroll';

/** Most blocks are these, which cannot contain such boxes. */
const textBlocks = 'p, h1, h2, h3, h4, h5, h6';

const resting = 'resting-scroller';

/** Of what is too wide: the height of its scroll bar in CSS pixels, as it was last seen. */
const barHeights = new WeakMap<Element, number>();

/** What is not at its start. To ask a box that the browser skips would lay it out. */
const scrolled = new WeakSet<Element>();

/** Sees each box once, when it is in sight and the page is laid out, so that reading its size costs nothing. */
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    sizes.unobserve(target);
    if (target instanceof HTMLElement && target.scrollWidth > target.clientWidth) {
      barHeights.set(target, target.offsetHeight - target.clientHeight);
    } else {
      barHeights.delete(target);
    }
  }
});

/**
 * Keeps what is too wide from being a scrolling element while the browser skips the `.block-group` that
 * it is in: it has work to do in each frame for all scrolling elements of the page, also for those that
 * it skips. Heights stay the same, and so does what was scrolled. Boxes have to be given to `noteScrollers`.
 */
export function restScrollersOutOfSight(target: HTMLElement): void {
  target.addEventListener('contentvisibilityautostatechange', onStateChange, { capture: true });
  target.addEventListener('scroll', onScroll, { capture: true, passive: true });
}

/** Looks at the boxes in `node` that may be too wide, once they are in sight. */
export function noteScrollers(node: Node): void {
  if (node instanceof Element && !node.matches(textBlocks)) {
    const inside = node.querySelectorAll(scrollers);
    [...(node.matches(scrollers) ? [node] : []), ...inside].forEach((box) => sizes.observe(box));
  }
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
      // The page may have another width by now.
      noteScrollers(group);
    }
  }
}

function onScroll({ target }: Event): void {
  if (target instanceof Element && target.matches(scrollers)) {
    scrolled[target.scrollLeft === 0 ? 'delete' : 'add'](target);
  }
}

function rest(group: Element): void {
  const boxes = [...group.querySelectorAll<HTMLElement>(scrollers)];
  const wide = boxes.filter((box) => barHeights.has(box) && !scrolled.has(box));
  for (const box of wide) {
    box.style.setProperty('--bar-height', `${barHeights.get(box)}px`);
    box.classList.add(resting);
  }
  const [first] = wide;
  if (first !== undefined) {
    // The browser computes no styles of what it skips, unless it is asked for one of them.
    void getComputedStyle(first).overflowX;
  }
}
