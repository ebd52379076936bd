import { html, type TemplateResult } from 'lit';
import { element, icon } from './element.ts';

/**
 * An icon button without a listener of its own: a listener further up reads `data-action`, so that a
 * transcript of thousands of buttons has one listener.
 */
export function actionButton(action: string, iconName: string, label: string): HTMLButtonElement {
  return element(
    'button',
    {
      class: 'icon-button',
      type: 'button',
      'data-action': action,
      'aria-label': label,
      title: label,
    },
    [icon(iconName)],
  );
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

const checkShownMs = 1500;

/** Replaces the copy icon of `button` by a check mark for 1.5 seconds, once its text was copied. */
export function confirmCopy(button: Element): void {
  const icon = button.querySelector('.codicon-copy');
  icon?.classList.replace('codicon-copy', 'codicon-check');
  setTimeout(() => icon?.classList.replace('codicon-check', 'codicon-copy'), checkShownMs);
}
