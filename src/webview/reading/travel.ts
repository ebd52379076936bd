import { unfold } from '../dom/unfold.ts';
import { inView } from './textBlocks.ts';

/** The reader counts as being at the end within this distance. */
const tolerancePx = 16;

/**
 * What matches `selector` next after the focus, or before it; where the focus is elsewhere, next to what is in
 * view. At the end of the conversation that is its last message.
 */
export function nextFrom(
  scroller: HTMLElement,
  selector: string,
  direction: 1 | -1,
): HTMLElement | undefined {
  const all = [...scroller.querySelectorAll<HTMLElement>(selector)];
  const start = startOf(scroller);
  if (start === undefined) {
    return direction < 0 ? all.at(-1) : undefined;
  }
  const { DOCUMENT_POSITION_FOLLOWING: following, DOCUMENT_POSITION_PRECEDING: preceding } = Node;
  const isOn = (side: number) => (node: Node) => (start.compareDocumentPosition(node) & side) !== 0;
  return direction > 0 ? all.find(isOn(following)) : all.findLast(isOn(preceding));
}

/** Nothing where the reader is at the end. */
function startOf(scroller: HTMLElement): Element | undefined {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== scroller && scroller.contains(activeElement)) {
    return activeElement;
  }
  const { scrollHeight, scrollTop, clientHeight } = scroller;
  const isAtEnd = scrollHeight - scrollTop - clientHeight <= tolerancePx;
  return isAtEnd ? undefined : inView(scroller, 'top');
}

/** Gives the focus to a part of the conversation and shows it from its start. */
export function goTo(scroller: HTMLElement, node: HTMLElement, coveredPx: number): void {
  unfold(node);
  const { role, ariaLabel } = node;
  if (node.matches('.code-block')) {
    const [language, lines] = ['.code-language', '.code-lines'].map(
      (part) => node.querySelector(part)?.textContent ?? '',
    );
    node.role = 'group';
    node.ariaLabel = ['Code', language, lines].filter((word) => word !== '').join(', ');
  }
  node.tabIndex = -1;
  node.addEventListener('blur', function leave() {
    // With another window in front, it is still what has the focus in this one.
    if (document.activeElement !== node) {
      node.removeEventListener('blur', leave);
      node.removeAttribute('tabindex');
      node.role = role;
      node.ariaLabel = ariaLabel;
    }
  });
  node.focus({ preventScroll: true });
  bringIntoView(scroller, node, 'start', coveredPx);
}

/** Where a thing is to be in the view: at its start, or anywhere, a third from the top if it was not. */
type ViewPlace = 'start' | 'anywhere';

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
