import { html, nothing, type TemplateResult } from 'lit';
import type { Turn } from '../../shared/conversation/conversation.ts';
import { icon } from '../dom/element.ts';

/** `‹ 2/3 ›`: which of the versions of a turn is shown, and the way to the others. */
export function versionSwitch(
  turn: Turn,
  versions: readonly Turn[],
): TemplateResult | typeof nothing {
  const index = versions.findIndex(({ id }) => id === turn.id);
  if (versions.length < 2 || index < 0) {
    return nothing;
  }
  const words = `Version ${index + 1} of ${versions.length}`;
  return html`<div class="versions" role="group" aria-label="Versions of this message">
    ${stepButton('chevron-left', 'Previous version', versions[index - 1])}
    <span class="versions-count" role="status" aria-label=${words} title=${words}
      >${index + 1}/${versions.length}</span
    >
    ${stepButton('chevron-right', 'Next version', versions[index + 1])}
  </div>`;
}

function stepButton(iconName: string, label: string, to: Turn | undefined): TemplateResult {
  // It stays in reach at either end, so that the focus is not lost there.
  return html`<button
    class="icon-button"
    type="button"
    data-action="showTurn"
    data-target-id=${to?.id ?? ''}
    aria-label=${label}
    title=${label}
    aria-disabled=${to === undefined}
  >
    ${icon(iconName)}
  </button>`;
}
