import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { ErrorAction } from '../../../conversation/errors/errorAdvice.ts';
import { type ErrorCard, errorCard } from '../../../conversation/errors/errorCard.ts';
import { continueMessage } from '../../../conversation/exchanges.ts';
import type { ReplyError, UserMessage } from '../../../shared/conversation/conversation.ts';
import type { ModelCheck } from '../../../shared/models/modelCheck.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { duration } from '../../../shared/language.ts';
import { icon } from '../../dom/element.ts';
import { requestIdButton } from './usage.ts';

/** The tooltip of the button that continues a reply. */
export function continueHint(): string {
  return l10n.t('Sends the chat and the message “{0}”', continueMessage);
}

/** A longer model id is shortened on its button; the card shows all of it. */
const maxIdLength = 40;

/** What the card depends on beside the error. */
interface FailedTurn {
  readonly user: UserMessage;
  /** Whether the user can ask to continue the reply. */
  readonly isContinuable: boolean;
}

/** The card of a failed reply: what happened, what the service said, what to do, and the rest folded. */
export function errorCardView(
  error: ReplyError,
  { user, isContinuable }: FailedTurn,
): TemplateResult {
  const isMoreThanText = user.context.length > 0 || user.images !== undefined;
  const hasAttachments = isMoreThanText && user.text.trim() !== '';
  const card = errorCard(error, { isContinuable, hasAttachments });
  const { title, words, isQuoted, advice, actions } = card;
  return html`<div class="error-card" role="group" aria-label=${title}>
    <p class="error-title">${icon('warning')}<span>${title}</span></p>
    ${words === undefined ? nothing : clampedText(words, isQuoted)}
    <div class="error-advice">
      <span>${advice}</span>
      ${folded(card, error)}
    </div>
    <div class="error-actions">
      ${actions.map((action, index) => button(action, error, index > 0))}
    </div>
  </div>`;
}

function button(action: ErrorAction, error: ReplyError, isSecondary: boolean): TemplateResult {
  return html`<vscode-button
    ?secondary=${isSecondary}
    data-action=${action}
    title=${hint(action) ?? nothing}
    >${label(action, error)}</vscode-button
  >`;
}

function hint(action: ErrorAction): string | undefined {
  switch (action) {
    case 'continueReply':
      return continueHint();
    case 'newChat':
      return l10n.t('Opens a new chat with this message in the input box');
    case 'leaveOutAttachments':
      return l10n.t('Sends the message without its attachments');
    case 'diagnose':
      return l10n.t('Checks the connection step by step');
    case 'sendNotStreamed':
      return l10n.t('Switches the connection to standard mode and sends the message again');
    case 'sendWithoutImages':
      return l10n.t('Sends the message again with notes in place of images');
    default:
      return undefined;
  }
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
    case 'chooseEffort':
      return l10n.t('Choose Effort…');
    case 'editParameters':
      return l10n.t('Edit Parameters');
    case 'useNearest':
      return l10n.t('Send to {0}', nearestId(modelCheck));
    case 'continueReply':
      return l10n.t('Continue');
    case 'retry':
      return l10n.t('Try Again');
    case 'newChat':
      return l10n.t('New Chat');
    case 'leaveOutAttachments':
      return l10n.t('Leave Out Attachments');
    case 'sendWithoutImages':
      return l10n.t('Send Without Images');
    case 'sendNotStreamed':
      return l10n.t('Use Standard Mode');
    case 'setKey':
    case 'enterKey':
      return l10n.t({
        message: 'Set API Key…',
        comment: 'A button of an error card: two of them share a narrow line',
      });
    case 'signIn':
      return l10n.t('Sign In…');
    case 'manageConnections':
      return l10n.t('Manage Connections');
    case 'chooseModel':
      return l10n.t({
        message: 'Choose Model…',
        comment: 'A button of an error card: two of them share a narrow line',
      });
    case 'certificateSettings':
      return l10n.t('Open Settings');
    case 'timeoutSettings':
      return l10n.t('Open Settings');
    case 'diagnose':
      return l10n.t('Diagnose');
    case 'showLog':
      return l10n.t({
        message: 'Show Log',
        comment: 'A button of an error card: two of them share a narrow line',
      });
  }
}

function nearestId(check: ModelCheck | undefined): string {
  const id = check?.kind === 'unlisted' ? (check.nearest[0]?.id ?? '') : '';
  const visible = visibleText(id);
  return visible.length > maxIdLength ? `${visible.slice(0, maxIdLength - 1)}…` : visible;
}

/** What is shown only if the user wants to know more; nothing where there is no more. */
function folded(
  { more, folded: { remarks, facts, actions } }: ErrorCard,
  error: ReplyError,
): TemplateResult | typeof nothing {
  const texts = [more, waitWords(error)].filter((text) => text !== undefined);
  const known = facts.join(' · ');
  if (
    remarks.length + texts.length + actions.length === 0 &&
    known === '' &&
    error.requestId === undefined
  ) {
    return nothing;
  }
  return html`<details class="error-details">
    <summary>${icon('chevron-right')}${l10n.t('Details')}</summary>
    <div class="error-folded">
      ${remarks.map((text) => html`<p class="error-happened" dir="auto">${text}</p>`)}
      ${texts.map((text) => html`<p dir="auto">${text}</p>`)}
      <p class="quiet error-trace">
        <span>${known}</span
        >${error.requestId === undefined ? nothing : requestIdButton(error.requestId)}
      </p>
      ${
        actions.length === 0
          ? nothing
          : html`<div class="error-actions">
              ${actions.map((action) => button(action, error, true))}
            </div>`
      }
    </div>
  </details>`;
}

function waitWords({ retryAfterMs }: ReplyError): string | undefined {
  return retryAfterMs === undefined
    ? undefined
    : l10n.t('Wait time stated by the service: {0}', duration(retryAfterMs));
}

/** Text of which two lines are shown, with a button for the rest where there is more. */
function clampedText(text: string, isQuoted: boolean): TemplateResult {
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
