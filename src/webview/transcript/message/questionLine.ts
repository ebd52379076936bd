import { visibleText } from '../../../shared/visibleText.ts';
import { element } from '../../dom/element.ts';

/** More of a message does not fit into one line of any panel. In characters. */
const most = 300;

/**
 * The start of a message in one line, which stays at the top of the view while its reply is read. A click leads back
 * to the message. It repeats what is on the page, so that screen readers pass it over.
 */
export function questionLine(text: string, message: HTMLElement): HTMLElement {
  const line = element('div', {}, [visibleText(text.trim().slice(0, most))]);
  line.addEventListener('click', () => message.scrollIntoView({ block: 'start' }));
  return element('div', { class: 'question-line', 'aria-hidden': 'true', dir: 'auto' }, [line]);
}
