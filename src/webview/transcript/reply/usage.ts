import { html, nothing, type TemplateResult } from 'lit';
import { conversationTotals, type Cost, hasBegun, replyCost } from '../../../conversation/cost.ts';
import { adjustmentText } from '../../../shared/service/requestAdjustment.ts';
import type { Reply, Turn } from '../../../shared/conversation/conversation.ts';
import type { Prices } from '../../../shared/service/prices.ts';
import { icon } from '../../dom/element.ts';
import { visibleText } from '../../../shared/visibleText.ts';

/** One line under a reply that has ended, which opens to a list of everything known about it. */
export function usageDetails(reply: Reply, prices: Prices): TemplateResult | typeof nothing {
  const line = usageLine(reply, prices);
  if (line === undefined) {
    return nothing;
  }
  return html`<details class="usage">
    <summary title="What the service said about this reply">
      <span>${line}</span>${icon('info')}
    </summary>
    <dl>
      ${rows(reply, prices).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </details>`;
}

/**
 * Model (if it is not the requested one), tokens, cost, time to the first token, speed and finish
 * reason of a reply; `undefined` if it has not begun.
 */
function usageLine(reply: Reply, prices: Prices): string | undefined {
  const { usage, finishReason } = reply;
  if (!hasBegun(reply)) {
    return undefined;
  }
  const count = usage?.completion_tokens;
  const cost = replyCost(reply, prices);
  const first = timeToFirst(reply);
  const parts = [
    isOtherModel(reply) ? `${reply.answeredBy} answered` : undefined,
    count === undefined ? 'tokens not stated' : tokenCount(count),
    cost && costWords(cost),
    first && `${first} to first`,
    speed(reply),
    finishReason,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** Whether the service used another model than the requested one. */
function isOtherModel({ answeredBy, model }: Reply): boolean {
  return answeredBy !== undefined && answeredBy !== model;
}

/** Time from the request to the first token: `0.4 s`. */
function timeToFirst({ firstTokenAt, startedAt }: Reply): string | undefined {
  if (firstTokenAt === undefined) {
    return undefined;
  }
  const seconds = Math.max(0, firstTokenAt - startedAt) / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

/** Tokens per second: `61 tok/s`. `undefined` if the reply came in one piece, whose speed is unknown. */
function speed({ usage, firstTokenAt, endedAt }: Reply): string | undefined {
  const count = usage?.completion_tokens;
  if (count === undefined || firstTokenAt === undefined || endedAt === undefined) {
    return undefined;
  }
  const durationMs = endedAt - firstTokenAt;
  return durationMs < 100 ? undefined : `${Math.round((count * 1000) / durationMs)} tok/s`;
}

const notStated = 'not stated';

/** How a stream ended that has a finish reason. */
const endMarkWords = {
  missing: 'the service did not send its end mark',
  broken: 'the connection broke before the service sent its end mark',
};

type Row = readonly [name: string, value: string | TemplateResult];

function rows(reply: Reply, prices: Prices): readonly Row[] {
  const { usage, connection, changes = [], finishReason, requestId, flaws } = reply;
  const cost = replyCost(reply, prices);
  return [
    ['Model', visibleText(modelWords(reply))],
    ['Connection', visibleText(connection)],
    ...(changes.length === 0
      ? []
      : [['Request changed', changes.map(adjustmentText).join('; ')] as const]),
    ['Prompt', countWords(usage?.prompt_tokens)],
    ['Reply', countWords(usage?.completion_tokens)],
    ['Total', countWords(usage?.total_tokens)],
    ...(cost === undefined ? [] : [['Cost', `${costWords(cost)} by your prices`] as const]),
    ['Finish reason', finishReason ?? notStated],
    ...(flaws?.endMark === undefined
      ? []
      : [['End of stream', endMarkWords[flaws.endMark]] as const]),
    ['Request id', requestId === undefined ? notStated : requestIdButton(requestId)],
    ['First token after', timeToFirst(reply) ?? 'no token came'],
    ['Speed', speed(reply) ?? 'not known'],
  ];
}

function modelWords(reply: Reply): string {
  if (reply.answeredBy === undefined) {
    return `${reply.model}; the service does not state which one answered`;
  }
  return isOtherModel(reply) ? `${reply.answeredBy}; asked for ${reply.model}` : reply.answeredBy;
}

function countWords(count: number | undefined): string {
  return count === undefined ? notStated : tokenCount(count);
}

/** Replies, tokens and costs of all turns of a conversation; empty for fewer than two replies. */
export function conversationTotal(turns: readonly Turn[], prices: Prices): string {
  const { replies, tokens, unstated, costs } = conversationTotals(turns, prices);
  if (replies < 2) {
    return '';
  }
  const parts = [
    `Conversation: ${replies} replies`,
    unstated === replies ? 'tokens not stated' : tokenCount(tokens),
    ...(unstated > 0 && unstated < replies ? [`not stated for ${unstated}`] : []),
    ...costs.map(costWords),
  ];
  return parts.join(' · ');
}

/** `$0.0042`: with three significant digits if the amount is small. */
function costWords({ amount, currency }: Cost): string {
  return amount.toLocaleString('en', {
    style: 'currency',
    currency,
    maximumSignificantDigits: 3,
    roundingPriority: 'morePrecision',
  });
}

/** `1,322 tokens`. */
function tokenCount(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'token' : 'tokens'}`;
}

/** The request id of a reply, as a button that copies it. */
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
