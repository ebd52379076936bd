import * as l10n from '@vscode/l10n';
import { element } from '../dom/element.ts';

/** A reference to a footnote by its name. A click moves the focus to the footnote. */
export function footnoteReference(name: string): HTMLElement {
  const label = l10n.t('Footnote {0}', name);
  return element('sup', {}, [
    element('button', { ...marked('footnote-ref', name), 'aria-label': label, title: label }, [
      name,
    ]),
  ]);
}

/** The node of a footnote, and the node inside it for its content. */
export function footnoteElement(name: string): readonly [HTMLElement, HTMLElement] {
  const content = element('div', { class: 'footnote-text' });
  const label = l10n.t('Footnote {0}, back to the text', name);
  const back = element(
    'button',
    { ...marked('footnote-back', name), 'aria-label': label, title: l10n.t('Back to Text') },
    [name],
  );
  return [element('div', { class: 'footnote' }, [back, content]), content];
}

/** Not an `id`: the same name may occur in two replies, and it comes from the service. */
function marked(className: string, name: string): Readonly<Record<string, string>> {
  return { class: className, type: 'button', 'data-footnote': name.toLowerCase() };
}

/** The reference that was followed last, by the button that leads back to it. */
const origins = new WeakMap<Element, HTMLElement>();

/** Follows a clicked reference inside `target` to its footnote, or back to the last reference. */
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
