import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { errorCard } from '../../../conversation/errors/errorCard.ts';
import { formatRemark, missingText } from '../../../conversation/replyRemarks.ts';
import { canContinue } from '../../../conversation/exchanges.ts';
import type { Reply, Turn } from '../../../shared/conversation/conversation.ts';
import type { KnownPrices } from '../../../shared/models/prices.ts';
import { continueHint, errorCardView } from './errorCardView.ts';
import { comparedAs, type Exchange, lastTurn } from './exchange.ts';
import { usageDetails } from './usage.ts';
import { replyVersions, versionSwitch } from '../message/messageHeader.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { toolCallName } from '../../../conversation/transfer/markdown.ts';
import type { ToolCall } from '../../../shared/service/chatCompletion.ts';
import { icon } from '../../dom/element.ts';
import { isLongLine, textParts } from '../../dom/textParts.ts';

import '@vscode-elements/elements/dist/vscode-button/index.js';

/**
 * The part below the text of a reply: for each of its turns its tool calls, how it ended, its error and its
 * usage. The last usage stands in one line with the versions of the reply and `actions`, its buttons.
 */
export function replyEnd(
  exchange: Exchange,
  prices: KnownPrices,
  actions: HTMLElement,
): TemplateResult {
  const [first] = exchange.turns;
  const last = lastTurn(exchange);
  const versions = replyVersions(first, exchange.versionsOf(first));
  return html`${exchange.turns.map(
      (turn, index) =>
        html`<div class="reply-part" data-turn-id=${turn.id}>
          ${index === 0 ? nothing : continuationVersions(turn, exchange)}
          ${toolCallsView(turn.reply.toolCalls ?? [])}
          ${partEnd(turn, exchange.turns[index + 1], exchange.isLast)}
          ${turn === last ? nothing : usageDetails(turn.reply, prices)}
        </div>`,
    )}
    <div class="reply-line">
      <div class="reply-usage" data-turn-id=${last.id}>
        ${last.reply.status === 'running' ? nothing : usageDetails(last.reply, prices)}
      </div>
      ${versionSwitch(first, versions, l10n.t('Versions of this reply'))}${actions}
    </div>
    ${comparisonView(exchange)}`;
}

/** Below two compared replies: which of them the next message follows, and how to choose the other. */
function comparisonView(exchange: Exchange): TemplateResult | typeof nothing {
  const compared = comparedAs(exchange);
  if (compared === undefined) {
    return nothing;
  }
  const isFollowed = compared === 'followed';
  return html`<div class="compare-pick" data-turn-id=${exchange.turns[0].id}>
    ${
      isFollowed
        ? html`<span class="compare-followed"
            >${l10n.t('Your next message follows this reply.')}</span
          >`
        : nothing
    }
    <vscode-button secondary data-action="pick"
      >${isFollowed ? l10n.t('Hide the Other Reply') : l10n.t('Continue with This Reply')}</vscode-button
    >
  </div>`;
}

function continuationVersions(
  turn: Turn,
  { versionsOf }: Exchange,
): TemplateResult | typeof nothing {
  return versionSwitch(turn, versionsOf(turn), l10n.t('Versions of this reply'));
}

function partEnd(
  { user, reply, isElsewhere, isUncertain }: Turn,
  next: Turn | undefined,
  isLast: boolean,
): TemplateResult | typeof nothing {
  if (reply.status === 'running') {
    return isElsewhere === true ? elsewhereWords(isUncertain) : nothing;
  }
  const isContinuable = next === undefined && isLast && canContinue(reply);
  return html`${remarks(reply)}
  ${
    reply.error !== undefined && next === undefined
      ? errorCardView(reply.error, { user, isContinuable })
      : endingView(reply, next, isContinuable)
  }`;
}

function endingView(
  reply: Reply,
  next: Turn | undefined,
  isContinuable: boolean,
): TemplateResult | typeof nothing {
  // How a part ended that is continued is no longer how the reply ended.
  const words =
    next === undefined ? endingWords(reply) : l10n.t('Continued with: “{0}”', next.user.text);
  return words === undefined
    ? nothing
    : html`<p class="ending">
        <span>${words}</span> ${isContinuable ? continueButton() : nothing}
      </p>`;
}

/** What the user should know about the text of an ended reply. */
function remarks(reply: Reply): TemplateResult {
  const missing = missingText(reply);
  return html`${missing === undefined ? nothing : html`<p class="ending missing">${missing}</p>`}
  ${formatWords(reply)} ${reply.holdsSecret === true ? secretWords() : nothing}`;
}

/** That the reply does not have the requested format, and where. */
function formatWords({ formatCheck }: Reply): TemplateResult | typeof nothing {
  const remark = formatRemark(formatCheck);
  return remark === undefined
    ? nothing
    : html`<div class="ending format-check">
        <span>${remark.text}</span>
        ${
          remark.problems.length === 0
            ? nothing
            : html`<ul>
                ${remark.problems.map((problem) => html`<li dir="auto">${problem}</li>`)}
              </ul>`
        }
      </div>`;
}

function elsewhereWords(isUncertain = false): TemplateResult {
  const words = isUncertain
    ? l10n.t('Checking whether a reply is still running…')
    : l10n.t('Running in another window. It can only be stopped there.');
  return html`<p class="ending"><span>${words}</span></p>`;
}

function secretWords(): TemplateResult {
  return html`<p class="ending">
    <span
      >${l10n.t('This reply contains one of your API keys or secret headers. It is kept in the saved chat and masked in exports.')}</span
    >
  </p>`;
}

function continueButton(): TemplateResult {
  return html`<vscode-button secondary data-action="continueReply" title=${continueHint()}
    >${l10n.t('Continue')}</vscode-button
  >`;
}

function endingWords(reply: Reply): string | undefined {
  const { status, finishReason, text, toolCalls = [], images = [], error, endedAt } = reply;
  switch (status) {
    case 'stopped':
      return l10n.t('Stopped.');
    case 'truncated':
      return truncatedWords(finishReason, endedAt);
    case 'completed':
      return text.trim() === '' && toolCalls.length === 0 && images.length === 0
        ? l10n.t('The reply is empty.')
        : undefined;
    case 'failed':
      return error === undefined ? l10n.t('The reply failed.') : errorCard(error).title;
    case 'running':
      return undefined;
  }
}

function truncatedWords(finishReason: string | undefined, endedAt: number | undefined): string {
  if (endedAt === undefined) {
    return l10n.t('The reply was still running when the window closed.');
  }
  switch (finishReason?.toLowerCase()) {
    case 'length':
    case 'max_tokens':
    case 'max_output_tokens':
      return l10n.t('Truncated at the token limit.');
    case 'content_filter':
      return l10n.t('Truncated by the service’s content filter.');
    case undefined:
      return l10n.t(
        'The reply ended early: the service closed the stream without a finish reason.',
      );
    default:
      return l10n.t('The reply ended early. Finish reason: {0}', visibleText(finishReason ?? ''));
  }
}

/** The tool calls that a model asked for: each with its name and its arguments as they were received. */
function toolCallsView(calls: readonly ToolCall[]): readonly TemplateResult[] {
  return calls.map(
    (call) =>
      html`<div class="tool-call" role="group" aria-label=${l10n.t('Tool call')}>
        <p class="tool-call-title">
          ${icon('tools')}<span
            >${l10n.t('Tool call')} <code dir="ltr">${toolCallName(call)}</code>
            <span class="quiet">${l10n.t('Not run')}</span></span
          >
        </p>
        <pre
          dir="ltr"
          tabindex="0"
          aria-label=${l10n.t('Arguments')}
        ><code>${argumentsView(call.arguments)}</code></pre>
      </div>`,
  );
}

/** Long arguments are divided: the browser would lay out some of them for seconds. */
function argumentsView(json: string): string | readonly TemplateResult[] {
  return isLongLine(json.length)
    ? textParts(json).map((part) => html`<span class="text-part">${part}</span>`)
    : json;
}
