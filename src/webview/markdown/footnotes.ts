import { element } from '../dom/element.ts';

/** Refers to a footnote by its name; a click goes there. */
export function footnoteReference(name: string): HTMLElement {
  const label = `Footnote ${name}`;
  return element('sup', {}, [
    element('button', { ...marked('footnote-ref', name), 'aria-label': label, title: label }, [
      name,
    ]),
  ]);
}

/** A footnote: what stands on the page, and what takes its content. */
export function footnoteElement(name: string): readonly [HTMLElement, HTMLElement] {
  const content = element('div', { class: 'footnote-text' });
  const label = `Footnote ${name}, back to the text`;
  const back = element(
    'button',
    { ...marked('footnote-back', name), 'aria-label': label, title: 'Back to the text' },
    [name],
  );
  return [element('div', { class: 'footnote' }, [back, content]), content];
}

/** Names are no ids: those of two replies are the same, and they come from the service. */
function marked(className: string, name: string): Readonly<Record<string, string>> {
  return { class: className, type: 'button', 'data-footnote': name.toLowerCase() };
}

/** Where the reader came from, by the way back. */
const origins = new WeakMap<Element, HTMLElement>();

/** Goes from a reference inside `target` to its footnote, or back to where that was come from. */
export function handleFootnoteClick(clicked: Element, target: Element): void {
  const from = clicked.closest<HTMLElement>('.footnote-ref, .footnote-back');
  if (from === null) {
    return;
  }
  const isBack = from.classList.contains('footnote-back');
  const origin = origins.get(from);
  if (isBack && origin?.isConnected === true) {
    origin.focus();
    return;
  }
  const others = target.querySelectorAll<HTMLElement>(isBack ? '.footnote-ref' : '.footnote-back');
  const to = [...others].find(({ dataset }) => dataset['footnote'] === from.dataset['footnote']);
  if (to !== undefined && !isBack) {
    origins.set(to, from);
  }
  to?.focus();
}
