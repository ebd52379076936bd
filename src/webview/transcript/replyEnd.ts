import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { errorCard } from '../../conversation/errors/errorCard.ts';
import { canContinue } from '../../conversation/exchanges.ts';
import type { Reply, Turn } from '../../shared/conversation/conversation.ts';
import type { Prices } from '../../shared/service/prices.ts';
import { continueHint, errorCardView } from './errorCardView.ts';
import type { Exchange } from './exchange.ts';
import { toolCallsView } from './toolCalls.ts';
import { usageDetails } from './usage.ts';
import { versionSwitch } from './messageHeader.ts';

/**
 * The part below the text of a reply: for each of its turns its tool calls, how it ended, its error and its
 * usage.
 */
export function replyEnd(exchange: Exchange, prices: Prices): TemplateResult {
  return html`${exchange.turns.map(
    (turn, index) =>
      html`<div class="reply-part" data-turn-id=${turn.id}>
        ${index === 0 ? nothing : versionSwitch(turn, exchange.versionsOf(turn))}
        ${toolCallsView(turn.reply.toolCalls ?? [])}
        ${partEnd(turn, exchange.turns[index + 1], exchange.isLast, prices)}
      </div>`,
  )}
  ${
    exchange.isCompared === true
      ? html`<div class="compare-pick" data-turn-id=${exchange.turns[0].id}>
          <vscode-button secondary data-action="pick">Go on with this reply</vscode-button>
        </div>`
      : nothing
  }`;
}

function partEnd(
  { reply, isElsewhere }: Turn,
  next: Turn | undefined,
  isLast: boolean,
  prices: Prices,
): TemplateResult | typeof nothing {
  if (reply.status === 'running') {
    return isElsewhere === true ? elsewhereWords() : nothing;
  }
  const isContinuable = next === undefined && isLast && canContinue(reply);
  if (reply.error !== undefined && next === undefined) {
    return html`${errorCardView(reply.error, isContinuable)} ${usageDetails(reply, prices)}`;
  }
  const words = endingWords(reply);
  const continued = next && html` Continued with: <q>${next.user.text}</q>`;
  return html`${
    words === undefined && next === undefined
      ? nothing
      : html`<p class="ending">
          <span>${words}${continued}</span>${isContinuable ? continueButton() : nothing}
        </p>`
  }
  ${usageDetails(reply, prices)}`;
}

function elsewhereWords(): TemplateResult {
  return html`<p class="ending">
    <span>Running in another window, which alone can stop it.</span>
  </p>`;
}

function continueButton(): TemplateResult {
  return html`<vscode-button secondary data-action="continueReply" title=${continueHint}
    >Continue</vscode-button
  >`;
}

function endingWords(reply: Reply): string | undefined {
  const { status, finishReason, text, toolCalls = [], error, endedAt } = reply;
  switch (status) {
    case 'stopped':
      return 'Stopped.';
    case 'truncated':
      return truncatedWords(finishReason, endedAt);
    case 'completed':
      return text === '' && toolCalls.length === 0 ? 'The reply is empty.' : undefined;
    case 'failed':
      return error === undefined ? 'The reply failed.' : `${errorCard(error).title}.`;
    case 'running':
      return undefined;
  }
}

function truncatedWords(finishReason: string | undefined, endedAt: number | undefined): string {
  if (endedAt === undefined) {
    return 'The reply was still running when the window closed.';
  }
  switch (finishReason) {
    case 'length':
      return 'Cut at the token limit.';
    case 'content_filter':
      return 'Cut by the content filter of the service.';
    default:
      return 'The reply ended early: the service closed the stream without saying it was done.';
  }
}
