import { bringIntoView } from './bringIntoView.ts';
import { inView } from './inView.ts';
import { unfold } from './unfold.ts';

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
