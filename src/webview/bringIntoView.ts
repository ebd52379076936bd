/** Where a thing is to be in the view: at its start, or anywhere, a third from the top if it was not. */
export type ViewPlace = 'start' | 'anywhere';

/** What is out of sight has its real height only once it has been laid out, which moves the rest. */
const settleFrames = 4;

/** Kept free at the edges of the view. */
const marginPx = 8;

/**
 * Scrolls `scroller`, and all that scrolls inside it, so that `target` is in view. It is looked at again for
 * some frames, unless something else is brought into view meanwhile.
 */
export function bringIntoView(
  scroller: HTMLElement,
  target: Element | Range,
  place: ViewPlace,
  coveredPx = 0,
): void {
  const turn = Symbol('turn');
  latest.set(scroller, turn);
  const look = (framesLeft: number): void => {
    if (latest.get(scroller) === turn) {
      scrollTo(scroller, placeOf(target), place, coveredPx);
      if (framesLeft > 0) {
        requestAnimationFrame(() => look(framesLeft - 1));
      }
    }
  };
  look(settleFrames);
}

/** Text that was put into other nodes meanwhile, as colours do, is where the element is that held it. */
function placeOf(target: Element | Range): Element | Range {
  if (target instanceof Element || !target.collapsed) {
    return target;
  }
  const { startContainer } = target;
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  return element ?? target;
}

const latest = new WeakMap<Element, symbol>();

function scrollTo(
  scroller: HTMLElement,
  target: Element | Range,
  place: ViewPlace,
  coveredPx: number,
): void {
  const node = target instanceof Element ? target : target.startContainer.parentElement;
  for (
    let box = node?.parentElement;
    box && box !== scroller && scroller.contains(box);
    box = box.parentElement
  ) {
    scrollWithin(box, target);
  }
  const view = scroller.getBoundingClientRect();
  const { top, bottom } = target.getBoundingClientRect();
  const isInView = top >= view.top + coveredPx + marginPx && bottom <= view.bottom - marginPx;
  if (place === 'start') {
    scroller.scrollTop += Math.round(top - view.top - coveredPx);
  } else if (!isInView) {
    const above = Math.max(view.height / 3, coveredPx + marginPx);
    scroller.scrollTop += Math.round(top - view.top - above);
  }
}

/** Scrolls a box inside the page, such as a wide block of code. */
function scrollWithin(box: Element, target: Element | Range): void {
  if (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight) {
    return;
  }
  const view = box.getBoundingClientRect();
  const { left, right, top, bottom } = target.getBoundingClientRect();
  if (left < view.left || right > view.right) {
    box.scrollLeft += left - view.left - view.width / 3;
  }
  if (top < view.top || bottom > view.bottom) {
    box.scrollTop += top - view.top - view.height / 3;
  }
}
