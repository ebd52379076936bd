import { html, nothing, type TemplateResult } from 'lit';
import type { Reply } from '../shared/conversation.ts';
import type { Prices } from '../shared/prices.ts';
import { errorCardView } from './errorCardView.ts';
import { usageDetails } from './usageDetails.ts';

/** What stands under a reply that has ended: how it ended, what went wrong, what it used. */
export function replyEnd(reply: Reply, prices: Prices): TemplateResult | typeof nothing {
  if (reply.status === 'running') {
    return nothing;
  }
  const words = endingWords(reply);
  return html`${words === undefined ? nothing : html`<p class="ending">${words}</p>`}
  ${reply.error === undefined ? nothing : errorCardView(reply.error)} ${usageDetails(reply, prices)}`;
}

function endingWords({ status, finishReason, text, error, endedAt }: Reply): string | undefined {
  switch (status) {
    case 'stopped':
      return 'Stopped.';
    case 'truncated':
      return truncatedWords(finishReason, endedAt);
    case 'completed':
      return text === '' ? 'The reply is empty.' : undefined;
    case 'failed':
      return error === undefined ? 'The reply failed.' : undefined;
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
