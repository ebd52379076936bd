import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

/** Text of which two lines are shown, with a button for the rest where there is more. */
export function clampedText(text: string, isQuoted: boolean): TemplateResult {
  return html`<div class="clamped">
    ${
      isQuoted
        ? html`<blockquote dir="auto" ${ref(watch)}>${text}</blockquote>`
        : html`<p class="error-happened" dir="auto" ${ref(watch)}>${text}</p>`
    }
    <button class="text-button" type="button" aria-expanded="false" @click=${toggle}>
      ${l10n.t('Show More')}
    </button>
  </div>`;
}

/** Says of each text, as its width changes, whether two lines are too few for it. */
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (!isOpen(target)) {
      target.parentElement?.classList.toggle('is-cut', target.scrollHeight > target.clientHeight);
    }
  }
});

function watch(text: Element | undefined): void {
  if (text !== undefined) {
    sizes.observe(text);
  }
}

function isOpen(text: Element): boolean {
  return text.parentElement?.classList.contains('is-open') ?? false;
}

function toggle({ currentTarget }: Event): void {
  if (currentTarget instanceof HTMLElement) {
    const isNowOpen = currentTarget.parentElement?.classList.toggle('is-open') ?? false;
    currentTarget.ariaExpanded = String(isNowOpen);
    currentTarget.textContent = isNowOpen ? l10n.t('Show Less') : l10n.t('Show More');
  }
}
