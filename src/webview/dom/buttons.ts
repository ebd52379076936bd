import { html, nothing, type TemplateResult } from 'lit';
import { element, icon } from './element.ts';

/** A button that shows only an icon, as a node. `attributes` come on top of those that every such button has. */
export function iconButtonNode(
  name: string,
  label: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const own = { class: 'icon-button', type: 'button', 'aria-label': label, title: label };
  return element('button', { ...own, ...attributes }, [icon(name)]);
}

/**
 * An icon button without a listener of its own: a listener further up reads `data-action`, so that a
 * transcript of thousands of buttons has one listener.
 */
export function actionButton(action: string, name: string, label: string): HTMLButtonElement {
  return iconButtonNode(name, label, { 'data-action': action });
}

interface IconButton {
  /** Name of a codicon. */
  readonly icon: string;
  /** The accessible name. */
  readonly label: string;
  /** The tooltip; `label` if missing. */
  readonly title?: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** A button that shows only an icon. */
export function iconButton({
  icon: name,
  label,
  title = label,
  onClick,
}: IconButton): TemplateResult {
  return html`<button
    class="icon-button"
    type="button"
    aria-label=${label}
    title=${title}
    @click=${onClick}
  >
    ${icon(name)}
  </button>`;
}

/** A button with a word; `title` is its tooltip. */
export function textButton(label: string, onClick: () => void, title?: string): TemplateResult {
  return html`<button
    class="text-button"
    type="button"
    title=${title ?? nothing}
    @click=${() => onClick()}
  >
    <span>${label}</span>
  </button>`;
}

const checkShownMs = 1500;

/** Replaces the copy icon of `button` by a check mark for 1.5 seconds, once its text was copied. */
export function confirmCopy(button: Element): void {
  const icon = button.querySelector('.codicon-copy');
  icon?.classList.replace('codicon-copy', 'codicon-check');
  setTimeout(() => icon?.classList.replace('codicon-check', 'codicon-copy'), checkShownMs);
}

/**
 * Opens VS Code's context menu at a button: VS Code opens it for a `contextmenu` event. After a menu that was opened
 * by keyboard, the button gets the focus back.
 */
export function openContextMenu(button: HTMLElement, byKeyboard: boolean): void {
  const { left, bottom } = button.getBoundingClientRect();
  button.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: left,
      clientY: bottom,
    }),
  );
  if (byKeyboard) {
    window.addEventListener('focus', () => button.focus(), { once: true });
  }
}
