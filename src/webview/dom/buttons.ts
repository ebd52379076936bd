import { html, type TemplateResult } from 'lit';
import { element, icon } from './element.ts';

/** A button with an icon, whose action one listener for all turns carries out. */
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

/** A button that shows nothing but an icon. */
interface IconButton {
  /** Name of a codicon. */
  readonly icon: string;
  readonly label: string;
  /** What the pointer is told; the label where not given. */
  readonly title?: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** A button with an icon and a name. */
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

const shownMs = 1500;

/** Shows for a moment on the button that its text has been copied. */
export function confirmCopy(button: Element): void {
  const icon = button.querySelector('.codicon-copy');
  icon?.classList.replace('codicon-copy', 'codicon-check');
  setTimeout(() => icon?.classList.replace('codicon-check', 'codicon-copy'), shownMs);
}
