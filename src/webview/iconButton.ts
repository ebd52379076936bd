import { html, type TemplateResult } from 'lit';
import { icon } from './element.ts';

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
