import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import {
  conversationTotals,
  costText,
  hasBegun,
  replyCost,
  type ReplyCost,
} from '../../../conversation/cost.ts';
import { adjustmentText } from '../../../shared/service/requestAdjustment.ts';
import type { Reply, Turn } from '../../../shared/conversation/conversation.ts';
import type { KnownPrices } from '../../../shared/models/prices.ts';
import { icon } from '../../dom/element.ts';
import { separated } from '../../dom/separated.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { formatNumber, plural } from '../../../shared/language.ts';

/** One line under a reply that has ended, which opens to a list of everything known about it. */
export function usageDetails(reply: Reply, prices: KnownPrices): TemplateResult | typeof nothing {
  if (!hasBegun(reply)) {
    return nothing;
  }
  const parts = usageLine(reply, prices);
  return html`<details class="usage">
    <summary title=${l10n.t('Details of this reply')}>${separated(parts, icon('info'))}</summary>
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
 * Tokens, cost, time to the first token and speed of a reply, and its finish reason unless it is the normal
 * one.
 */
function usageLine(reply: Reply, prices: KnownPrices): readonly string[] {
  const { usage, finishReason, status } = reply;
  const count = usage?.completion_tokens;
  // A request that fails is not expected to have counts.
  const unstated = status === 'failed' ? undefined : l10n.t('tokens not stated');
  const cost = replyCost(reply, prices);
  const first = timeToFirst(reply);
  const parts = [
    count === undefined ? unstated : tokenCount(count),
    cost && costText(cost),
    first && l10n.t('{0} to first token', first),
    speed(reply),
    isNormalEnd(finishReason) ? undefined : finishReason && visibleText(finishReason),
    reply.formatCheck?.kind === 'fits' ? l10n.t('requested format') : undefined,
  ];
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? [l10n.t('Details')] : known;
}

/** The finish reasons of a reply that is complete, in lower case. */
const normalEnds = new Set(['stop', 'end_turn', 'eos', 'eos_token', 'stop_sequence']);

function isNormalEnd(finishReason: string | undefined): boolean {
  return finishReason !== undefined && normalEnds.has(finishReason.toLowerCase());
}

/** Time from the request to the first token: `0.4 s`, or `80 ms` below 0.1 s. */
function timeToFirst({ firstTokenAt, startedAt }: Reply): string | undefined {
  if (firstTokenAt === undefined) {
    return undefined;
  }
  const ms = Math.max(0, firstTokenAt - startedAt);
  if (ms < 100) {
    return l10n.t('{0} ms', formatNumber(Math.round(ms)));
  }
  const seconds = ms / 1000;
  const digits = seconds < 10 ? 1 : 0;
  const shown = formatNumber(seconds, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return l10n.t('{0} s', shown);
}

/** Tokens per second: `61 tok/s`. `undefined` if the reply came in one piece, whose speed is unknown. */
function speed({ usage, firstTokenAt, endedAt }: Reply): string | undefined {
  const count = usage?.completion_tokens;
  if (count === undefined || firstTokenAt === undefined || endedAt === undefined) {
    return undefined;
  }
  const durationMs = endedAt - firstTokenAt;
  return durationMs < 100
    ? undefined
    : l10n.t('{0} tok/s', formatNumber(Math.round((count * 1000) / durationMs)));
}

function notStated(): string {
  return l10n.t('not stated');
}

/** How a stream ended that has a finish reason. */
function endMarkWords(endMark: 'missing' | 'broken'): string {
  return endMark === 'missing'
    ? l10n.t('no end mark received')
    : l10n.t('the connection was lost before the end mark');
}

type Row = readonly [name: string, value: string | TemplateResult];

function rows(reply: Reply, prices: KnownPrices): readonly Row[] {
  const { usage, connection, changes = [], finishReason, requestId, flaws } = reply;
  const { provider, fingerprint, fingerprintBefore } = reply;
  const cost = replyCost(reply, prices);
  return [
    [l10n.t('Model'), modelWords(reply)],
    [l10n.t('Connection'), visibleText(connection)],
    ...(provider === undefined ? [] : [[l10n.t('Provider'), visibleText(provider)] as const]),
    ...(fingerprint === undefined
      ? []
      : [['system_fingerprint', fingerprintWords(fingerprint, fingerprintBefore)] as const]),
    ...(changes.length === 0
      ? []
      : [[l10n.t('Request adjustments'), changes.map(adjustmentText).join('; ')] as const]),
    [l10n.t('Prompt'), countWords(usage?.prompt_tokens)],
    [l10n.t('Reply'), countWords(usage?.completion_tokens)],
    [l10n.t('Total'), countWords(usage?.total_tokens)],
    ...(cost === undefined ? [] : [[l10n.t('Cost'), costWords(cost)] as const]),
    [l10n.t('Finish reason'), finishReason === undefined ? notStated() : visibleText(finishReason)],
    ...formatRows(reply),
    ...(flaws?.endMark === undefined
      ? []
      : [[l10n.t('End of stream'), endMarkWords(flaws.endMark)] as const]),
    [l10n.t('Request ID'), requestId === undefined ? notStated() : requestIdButton(requestId)],
    [l10n.t('Time to first token'), timeToFirst(reply) ?? l10n.t('no token received')],
    [l10n.t('Speed'), speed(reply) ?? l10n.t('not known')],
  ];
}

function costWords(cost: ReplyCost): string {
  const words = costText(cost);
  switch (cost.source) {
    case 'service':
      return l10n.t('{0} (stated by the service)', words);
    case 'user':
      return l10n.t('{0} (by your prices)', words);
    case 'list':
      return l10n.t('{0} (by the prices in the model list)', words);
  }
}

function modelWords({ answeredBy, model }: Reply): string {
  const requested = visibleText(model);
  if (answeredBy === undefined) {
    return l10n.t('{0} (requested; the reply names no model)', requested);
  }
  return answeredBy === model
    ? requested
    : l10n.t('{0} (requested: {1})', visibleText(answeredBy), requested);
}

/** That the reply has the requested format; what is wrong with another one stands below its text. */
function formatRows({ formatCheck }: Reply): readonly Row[] {
  if (formatCheck?.kind !== 'fits') {
    return [];
  }
  const words =
    formatCheck.isPartial === true
      ? l10n.t('as requested; the patterns of the schema were not checked')
      : l10n.t('as requested');
  return [[l10n.t('Format'), words]];
}

function fingerprintWords(fingerprint: string, before: string | undefined): string {
  const shown = visibleText(fingerprint);
  return before === undefined ? shown : l10n.t('{0} (before: {1})', shown, visibleText(before));
}

function countWords(count: number | undefined): string {
  return count === undefined ? notStated() : tokenCount(count);
}

/**
 * Replies, tokens and costs of all turns of a conversation, as a button that leads to the costs of all chats;
 * nothing for fewer than two replies.
 */
export function conversationTotal(
  turns: readonly Turn[],
  prices: KnownPrices,
  showCosts: () => void,
): TemplateResult | typeof nothing {
  const { replies, tokens, unstated, unpriced, costs } = conversationTotals(turns, prices);
  if (replies < 2) {
    return nothing;
  }
  const isPartial = unstated > 0 || (costs.length > 0 && unpriced > 0);
  const hint = [
    l10n.t('Show the costs of all chats'),
    ...(isPartial
      ? [l10n.t('“≥” means at least: the tokens or costs of some replies are not known.')]
      : []),
  ].join('\n');
  const parts = [
    l10n.t('Replies in this chat: {0}', formatNumber(replies)),
    unstated === replies ? l10n.t('tokens not stated') : tokenCount(tokens, atLeast(unstated > 0)),
    ...costs.map((cost) => `${atLeast(unpriced > 0)}${costText(cost)}`),
  ];
  return html`<button class="text-button" type="button" title=${hint} @click=${showCosts}>
    ${separated(parts, icon('graph'))}
  </button>`;
}

/** What stands before a number that is a lower bound. */
function atLeast(isBound: boolean): string {
  return isBound ? '≥\u00a0' : '';
}

/** `1,322 tokens`. */
function tokenCount(count: number, sign = ''): string {
  const shown = `${sign}${formatNumber(count)}`;
  return plural(count, { one: l10n.t('{0} token', shown), other: l10n.t('{0} tokens', shown) });
}

/** The request id of a reply, as a button that copies it. */
export function requestIdButton(requestId: string): TemplateResult {
  return html`<button
    class="text-button"
    type="button"
    data-action="copyRequestId"
    title=${l10n.t('Copy Request ID')}
    aria-label=${l10n.t('Copy Request ID {0}', visibleText(requestId))}
  >
    <span>${visibleText(requestId)}</span>${icon('copy')}
  </button>`;
}
