import * as l10n from '@vscode/l10n';
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

/** The tooltip of the button that continues a reply. */
export function continueHint(): string {
  return l10n.t('Sends the chat and the message “{0}”', continueMessage);
}

/** A longer model id is shortened on its button; the card shows all of it. */
const maxIdLength = 40;

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
            title=${action === 'continueReply' ? continueHint() : nothing}
            >${label(action, error)}</vscode-button
          >`,
      )}
    </div>
  </div>`;
}

function label(action: ErrorAction, error: ReplyError): string {
  const { retryAfterMs = 0, refused, modelCheck } = error;
  switch (action) {
    case 'retryLater':
      return l10n.t('Try Again in {0}', duration(retryAfterMs));
    case 'sendRenamed':
      return l10n.t('Use {0}', refused?.otherName ?? '');
    case 'sendWithout':
      return l10n.t('Send Without {0}', refused?.name ?? '');
    case 'useNearest':
      return l10n.t('Use {0} and Send', nearestId(modelCheck));
    case 'continueReply':
      return l10n.t('Continue');
    case 'retry':
      return l10n.t('Try Again');
    case 'setKey':
      return l10n.t('Set API Key…');
    case 'chooseModel':
      return l10n.t('Choose Model…');
    case 'chooseConnection':
      return l10n.t('Choose Connection…');
    case 'certificateSettings':
      return l10n.t('Certificate Settings');
    case 'timeoutSettings':
      return l10n.t('Timeout Settings');
    case 'showLog':
      return l10n.t('Show Log');
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
    : html`<p class="quiet">
        ${l10n.t('Wait time stated by the service: {0}', duration(retryAfterMs))}
      </p>`;
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
