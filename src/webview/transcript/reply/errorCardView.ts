import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { ErrorAction } from '../../../conversation/errors/errorAdvice.ts';
import { errorCard } from '../../../conversation/errors/errorCard.ts';
import { continueMessage } from '../../../conversation/exchanges.ts';
import type { ReplyError } from '../../../shared/conversation/conversation.ts';
import type { ModelCheck } from '../../../shared/service/modelCheck.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { duration } from '../../dom/duration.ts';
import { icon } from '../../dom/element.ts';
import { requestIdButton } from './usage.ts';

/** What the button says that continues a reply. */
export const continueHint = `Sends the conversation and the message “${continueMessage}”`;

/** A longer model id is shortened on its button; the card shows all of it. */
const maxIdLength = 40;

/** Labels of actions that contain a detail of the error. */
const namingLabels = {
  retryLater: ({ retryAfterMs = 0 }: ReplyError) => `Wait ${duration(retryAfterMs)} and send`,
  sendRenamed: ({ refused }: ReplyError) => `Use ${refused?.otherName}`,
  sendWithout: ({ refused }: ReplyError) => `Send without ${refused?.name}`,
  useNearest: ({ modelCheck }: ReplyError) => `Use ${nearestId(modelCheck)} and send`,
} as const;

const labels: Readonly<Record<Exclude<ErrorAction, keyof typeof namingLabels>, string>> = {
  continueReply: 'Continue',
  retry: 'Send again',
  setKey: 'Set key…',
  chooseModel: 'Choose a model…',
  chooseConnection: 'Choose a connection…',
  certificateSettings: 'Certificate settings',
  timeoutSettings: 'Time limits',
  showLog: 'Show log',
};

/**
 * The card of a failed reply: what happened, what the service said, what to do, and buttons for it.
 * `isContinuable` tells whether the user can ask to continue the reply.
 */
export function errorCardView(error: ReplyError, isContinuable: boolean): TemplateResult {
  const { title, happened, details, said, advice, actions } = errorCard(error, isContinuable);
  return html`<div class="error-card" role="group" aria-label=${title}>
    <p class="error-title">${icon('warning')}<span>${title}</span></p>
    <p class="error-happened">${happened}</p>
    ${said === undefined ? nothing : html`<blockquote dir="auto">${said}</blockquote>`}
    <p class="error-advice">${advice}</p>
    ${retryAfter(error)} ${trace(details, error)}
    <div class="error-actions">
      ${actions.map(
        (action, index) =>
          html`<vscode-button
            ?secondary=${index > 0}
            data-action=${action}
            title=${action === 'continueReply' ? continueHint : nothing}
            >${label(action, error)}</vscode-button
          >`,
      )}
    </div>
  </div>`;
}

function label(action: ErrorAction, error: ReplyError): string {
  switch (action) {
    case 'retryLater':
    case 'sendRenamed':
    case 'sendWithout':
    case 'useNearest':
      return namingLabels[action](error);
    default:
      return labels[action];
  }
}

function nearestId(check: ModelCheck | undefined): string {
  const id = check?.kind === 'unlisted' ? (check.nearest[0]?.id ?? '') : '';
  const visible = visibleText(id);
  return visible.length > maxIdLength ? `${visible.slice(0, maxIdLength - 1)}…` : visible;
}

function retryAfter({ retryAfterMs }: ReplyError): TemplateResult | typeof nothing {
  return retryAfterMs === undefined
    ? nothing
    : html`<p class="quiet">The service asks to wait ${duration(retryAfterMs)}.</p>`;
}

function trace(
  details: readonly string[],
  { requestId }: ReplyError,
): TemplateResult | typeof nothing {
  const known = details.join(' · ');
  if (known === '' && requestId === undefined) {
    return nothing;
  }
  return html`<p class="quiet error-trace">
    <span>${known}</span>${requestId === undefined ? nothing : requestIdButton(requestId)}
  </p>`;
}
