import { html, type TemplateResult } from 'lit';
import { icon } from './element.ts';

/** The request id of a reply; a click copies it. */
export function requestIdButton(requestId: string): TemplateResult {
  return html`<button
    class="text-button"
    type="button"
    data-action="copyRequestId"
    title="Copy the request id"
    aria-label="Copy the request id ${requestId}"
  >
    <span>${requestId}</span>${icon('copy')}
  </button>`;
}
