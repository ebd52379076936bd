import type { Reply, Turn } from '../shared/conversation/conversation.ts';
import { formatNumber } from '../shared/language.ts';
import type { KnownPrices, Price, Prices } from '../shared/models/prices.ts';
import { statedDollars, usageCounts } from '../shared/service/usageFacts.ts';

/** An amount of money; the currency is an ISO 4217 code. */
export interface Cost {
  readonly amount: number;
  readonly currency: string;
}

/** What the cost of a reply depends on. */
export type PricedReply = Pick<Reply, 'answeredBy' | 'connectionId' | 'model' | 'usage'>;

/** The cost of a reply, and where it or its price is stated. */
export interface ReplyCost extends Cost {
  readonly source: 'service' | 'user' | 'list';
}

/**
 * The cost of a reply: as the service states it, else at the user's price, else at that of the model list, each
 * of the model that answered, else of the requested model. Undefined without any, or without the token counts.
 */
export function replyCost(
  reply: PricedReply,
  { user, listed = {} }: KnownPrices,
): ReplyCost | undefined {
  const { usage, connectionId = '' } = reply;
  const amount = statedDollars(usage);
  if (amount !== undefined) {
    return { amount, currency: 'USD', source: 'service' };
  }
  const byUser = costAt(reply, user);
  const byList = Object.hasOwn(listed, connectionId) ? listed[connectionId] : undefined;
  const cost = byUser ?? (byList && costAt(reply, byList));
  return cost && { ...cost, source: byUser === undefined ? 'list' : 'user' };
}

/** `$12.50`, and `$0.0042`: an amount below one with the two digits that count. */
export function costText({ amount, currency }: Cost): string {
  const isSmall = amount > 0 && amount < 1;
  return formatNumber(amount, {
    style: 'currency',
    currency,
    // Any other amount has as many digits as the currency.
    ...(isSmall && { maximumFractionDigits: Math.min(20, 1 - Math.floor(Math.log10(amount))) }),
  });
}

function costAt({ answeredBy, model, usage }: PricedReply, prices: Prices): Cost | undefined {
  const price = priceOf(answeredBy, prices) ?? priceOf(model, prices);
  const { prompt, completion, ...counts } = usageCounts(usage);
  // A count that is missing, or too large to be one, must not become a cost of 0.
  const isCounted = usage?.prompt_tokens === prompt && usage.completion_tokens === completion;
  if (price === undefined || !isCounted) {
    return undefined;
  }
  const cached = Math.min(counts.cached, prompt);
  const forPrompt =
    (prompt - cached) * price.prompt + cached * (price.cachedPrompt ?? price.prompt);
  const amount = (forPrompt + completion * price.completion) / 1_000_000;
  return Number.isFinite(amount) ? { amount, currency: price.currency ?? 'USD' } : undefined;
}

/** Whether the service has replied: a request that failed or was stopped before that has no tokens to count. */
export function hasBegun({ status, firstTokenAt, usage }: Reply): boolean {
  const isEnded = status === 'completed' || status === 'truncated';
  return isEnded || firstTokenAt !== undefined || usage !== undefined;
}

/** Adds up the tokens and costs of the replies that have begun and ended, including those that are not shown. */
export function conversationTotals(turns: readonly Turn[], prices: KnownPrices) {
  const replies = turns
    .map(({ reply }) => reply)
    .filter(
      (reply) =>
        reply.status !== 'running' &&
        (reply.status === 'failed' ? totalTokens(reply) !== undefined : hasBegun(reply)),
    );
  const counts = replies.map(totalTokens).filter((count) => count !== undefined);
  const amounts = new Map<string, number>();
  const known = replies
    .map((reply) => replyCost(reply, prices))
    .filter((cost) => cost !== undefined);
  for (const { amount, currency } of known) {
    amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
  }
  return {
    /** The number of replies that have begun and ended, without failed ones that have no counts. */
    replies: replies.length,
    /** The tokens that the service counted. */
    tokens: counts.reduce((sum, count) => sum + count, 0),
    /** The number of replies without a count. */
    unstated: replies.length - counts.length,
    /** The number of replies whose cost is not known. */
    unpriced: replies.length - known.length,
    /** One sum for each currency. */
    costs: Array.from(amounts, ([currency, amount]) => ({ currency, amount })),
  };
}

function priceOf(model: string | undefined, prices: Prices): Price | undefined {
  return model !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined;
}

function totalTokens({ usage }: Reply): number | undefined {
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage ?? {};
  return (
    total ?? (prompt === undefined || completion === undefined ? undefined : prompt + completion)
  );
}

/** An amount of money that the user does not want to exceed without being asked. */
export interface CostLimit {
  readonly amount: number;
  /** ISO 4217 code. Costs in other currencies do not count. */
  readonly currency: string;
}

/** A limit that the user has agreed to exceed. */
export interface AgreedLimit extends CostLimit {
  /** The user is asked again when this amount is reached. */
  readonly next: number;
}

/**
 * The amount at which the user is asked the next time, after they have agreed to `amount`: the limit itself, or
 * the first doubling of it that is not reached yet.
 */
export function nextQuestion(limit: CostLimit, amount: number): number {
  let next = limit.amount;
  while (next > 0 && next <= amount) {
    next *= 2;
  }
  return next;
}

/** Whether the user is to be asked before `amount` is reached. */
export function isToAsk(
  limit: CostLimit,
  amount: number,
  agreed: AgreedLimit | undefined,
): boolean {
  const isSame = agreed?.amount === limit.amount && agreed.currency === limit.currency;
  return limit.amount > 0 && amount >= (isSame ? agreed.next : limit.amount);
}
