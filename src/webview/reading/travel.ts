import * as l10n from '@vscode/l10n';
import { wakeScroller } from '../dom/restingScrollers.ts';
import { unfold } from '../dom/unfold.ts';
import { absentPart, type AbsentParts, inView } from './textBlocks.ts';
import { isAtEnd } from './followTail.ts';

interface Travel {
  readonly scroller: HTMLElement;
  /** Selects where to go. */
  readonly selector: string;
  readonly direction: 1 | -1;
  readonly absent: Pick<AbsentParts, 'bringBack'>;
  /** Whether a part that is not on the page may have an element matching `selector`. */
  readonly mayHave: (part: Element) => boolean;
}

/**
 * The element matching `selector` that comes next after the focus, or before it. If the focus is not
 * in `scroller`, the search starts at the top of the view, or at the end of the conversation if that
 * is in view. Parts on the way that are not on the page are brought back.
 */
export function nextFrom(travel: Travel): HTMLElement | undefined {
  const { scroller, selector, direction, absent, mayHave } = travel;
  const all = [...scroller.querySelectorAll<HTMLElement>(`${selector}, ${absentPart}`)];
  const ordered = direction > 0 ? all : all.toReversed();
  const start = startIn(scroller);
  if (start === undefined && direction > 0) {
    return undefined;
  }
  const { DOCUMENT_POSITION_FOLLOWING: following, DOCUMENT_POSITION_PRECEDING: preceding } = Node;
  const side = direction > 0 ? following : preceding;
  const isAhead = (node: Node): boolean =>
    start === undefined || (start.compareDocumentPosition(node) & side) !== 0;
  const first = ordered.findIndex(isAhead);
  for (const node of first < 0 ? [] : ordered.slice(first)) {
    if (!node.matches(absentPart)) {
      return node;
    }
    if (mayHave(node)) {
      absent.bringBack(node);
      const inside = [...node.querySelectorAll<HTMLElement>(selector)];
      const next = inside.at(direction > 0 ? 0 : -1);
      if (next !== undefined) {
        return next;
      }
    }
  }
  return undefined;
}

/** `undefined` stands for the end of the conversation. */
function startIn(scroller: HTMLElement): Element | undefined {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== scroller && scroller.contains(activeElement)) {
    return activeElement;
  }
  return isAtEnd(scroller) ? undefined : inView(scroller, 'top');
}

/**
 * Gives the focus to a message or a code block and scrolls to its start. `coveredPx` is the height at
 * the top of the view that something else covers.
 */
export function goTo(scroller: HTMLElement, node: HTMLElement, coveredPx: number): void {
  unfold(node);
  const { role, ariaLabel } = node;
  if (node.matches('.code-block')) {
    const parts = ['.code-path', '.code-language', '.code-lines'].map(
      (part) => node.querySelector(part)?.textContent ?? '',
    );
    node.role = 'group';
    node.ariaLabel = l10n.t('Code, {0}', parts.filter((part) => part !== '').join(', '));
  }
  node.tabIndex = -1;
  node.addEventListener('blur', function leave({ relatedTarget }) {
    // When the focus leaves this page, it may come back to the node.
    if (relatedTarget !== null) {
      node.removeEventListener('blur', leave);
      node.removeAttribute('tabindex');
      node.role = role;
      node.ariaLabel = ariaLabel;
    }
  });
  node.focus({ preventScroll: true });
  bringIntoView(scroller, node, 'start', coveredPx + questionPx(node));
}

/** The height at the top of the view that the message covers while what is inside its reply is read. */
export function questionPx({ parentElement }: Node): number {
  const turn = parentElement?.closest('.reply')?.closest('.turn');
  return turn?.querySelector('.question-line')?.getBoundingClientRect().height ?? 0;
}

/**
 * Where a target is to be in the view: at the top; or anywhere, which scrolls only if it is out of
 * view, and then to a third from the top.
 */
type Alignment = 'start' | 'anywhere';

/**
 * Scrolling is repeated for this many frames: elements out of view get their real height only when
 * they are laid out, which moves everything below them.
 */
const settleFrames = 4;

/** Distance of the target from the edges of the view. */
const marginPx = 8;

/** The last call of `bringIntoView` for each scroller; earlier calls stop repeating. */
const lastCalls = new WeakMap<Element, symbol>();

/**
 * Scrolls `scroller`, and every scrolling element inside it, so that `target` is in view below the
 * first `coveredPx` CSS pixels.
 */
export function bringIntoView(
  scroller: HTMLElement,
  target: Element | Range,
  alignment: Alignment,
  coveredPx = 0,
): void {
  const call = Symbol('bringIntoView');
  lastCalls.set(scroller, call);
  const scroll = (framesLeft: number): void => {
    if (lastCalls.get(scroller) === call) {
      scrollTo(scroller, nonEmpty(target), alignment, coveredPx);
      if (framesLeft > 0) {
        requestAnimationFrame(() => scroll(framesLeft - 1));
      }
    }
  };
  scroll(settleFrames);
}

/**
 * Colouring code replaces its text nodes, which empties a range in them: the element that contains
 * the range is the target then.
 */
function nonEmpty(target: Element | Range): Element | Range {
  if (target instanceof Element || !target.collapsed) {
    return target;
  }
  const { startContainer } = target;
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  return element ?? target;
}

function scrollTo(
  scroller: HTMLElement,
  target: Element | Range,
  alignment: Alignment,
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
  if (alignment === 'start') {
    scroller.scrollTop += Math.round(top - view.top - coveredPx);
  } else if (!isInView) {
    const above = Math.max(view.height / 3, coveredPx + marginPx);
    scroller.scrollTop += Math.round(top - view.top - above);
  }
}

/** Scrolls one scrolling element inside the conversation, such as a wide code block, to `target`. */
function scrollWithin(box: Element, target: Element | Range): void {
  if (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight) {
    return;
  }
  wakeScroller(box);
  const view = box.getBoundingClientRect();
  const { left, right, top, bottom } = target.getBoundingClientRect();
  if (left < view.left || right > view.right) {
    box.scrollLeft += left - view.left - view.width / 3;
  }
  if (top < view.top || bottom > view.bottom) {
    box.scrollTop += top - view.top - view.height / 3;
  }
}
