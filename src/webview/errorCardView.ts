import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { errorCard, type ErrorAction } from '../chat/errorCard.ts';
import type { ReplyError } from '../shared/conversation.ts';
import { icon } from './element.ts';

const labels: Readonly<Record<ErrorAction, string>> = {
  retry: 'Send again',
  setKey: 'Set key…',
  chooseModel: 'Choose a model…',
  showLog: 'Show log',
};

/** A failed reply in words, with its status and request id and at most two ways on. */
export function errorCardView(error: ReplyError): TemplateResult {
  const { title, body, actions } = errorCard(error);
  return html`<div class="error-card" role="group" aria-label=${title}>
    <p class="error-title">${icon('warning')}<span>${title}</span></p>
    <p class="error-body" dir="auto">${body}</p>
    ${retryAfter(error)} ${trace(error)}
    <div class="error-actions">
      ${actions.map(
        (action, index) =>
          html`<vscode-button ?secondary=${index > 0} data-action=${action}
            >${labels[action]}</vscode-button
          >`,
      )}
    </div>
  </div>`;
}

function retryAfter({ retryAfterMs }: ReplyError): TemplateResult | typeof nothing {
  return retryAfterMs === undefined
    ? nothing
    : html`<p class="quiet">The service asks to wait ${Math.ceil(retryAfterMs / 1000)} s.</p>`;
}

function trace({ status, code, requestId }: ReplyError): TemplateResult | typeof nothing {
  const known = [status, code].filter((part) => part !== undefined).join(' · ');
  if (known === '' && requestId === undefined) {
    return nothing;
  }
  return html`<p class="quiet error-trace">
    <span>${known}</span>${requestId === undefined ? nothing : requestIdButton(requestId)}
  </p>`;
}

function requestIdButton(requestId: string): TemplateResult {
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
