import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

/** Text of which two lines are shown, with a button for the rest where there is more. */
export function clampedText(text: string, isQuoted: boolean): TemplateResult {
  return html`<div class="clamped" ${ref(watch)}>
    <button class="text-button" type="button" aria-expanded="false" @click=${toggle}>
      ${l10n.t('Show More')}
    </button>
    ${
      isQuoted
        ? html`<blockquote dir="auto">${text}</blockquote>`
        : html`<p class="error-happened" dir="auto">${text}</p>`
    }
  </div>`;
}

/** Heights are rounded; a line is much higher than this. In CSS pixels. */
const tolerance = 4;

/** Says of each box, as its size changes, whether two lines are too few for its text. */
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (!target.classList.contains('is-open')) {
      const isCut = target.scrollHeight > target.clientHeight + tolerance;
      target.classList.toggle('is-cut', isCut);
    }
  }
});

function watch(box: Element | undefined): void {
  if (box !== undefined) {
    sizes.observe(box);
  }
}

function toggle({ currentTarget }: Event): void {
  if (currentTarget instanceof HTMLElement) {
    const isNowOpen = currentTarget.parentElement?.classList.toggle('is-open') ?? false;
    currentTarget.ariaExpanded = String(isNowOpen);
    currentTarget.textContent = isNowOpen ? l10n.t('Show Less') : l10n.t('Show More');
  }
}
