import type { Reply, Turn } from '../shared/conversation/conversation.ts';
import { formatNumber } from '../shared/language.ts';
import type { Price, Prices } from '../shared/service/prices.ts';
import { statedDollars } from '../shared/service/usageFacts.ts';

/** An amount of money; the currency is an ISO 4217 code. */
export interface Cost {
  readonly amount: number;
  readonly currency: string;
}

/** The totals of all replies of a conversation, including those that are not shown. */
export interface Totals {
  /** The number of replies that have begun and ended, without failed ones that have no counts. */
  readonly replies: number;
  /** The tokens that the service counted. */
  readonly tokens: number;
  /** The number of replies without a count. */
  readonly unstated: number;
  /** One sum for each currency. */
  readonly costs: readonly Cost[];
}

/** What the cost of a reply depends on. */
export type PricedReply = Pick<Reply, 'answeredBy' | 'model' | 'usage'>;

/**
 * The cost of a reply as the service states it, else at the price of the model that answered, else of the
 * requested model. Undefined without a price or without the token counts.
 */
export function replyCost(reply: PricedReply, prices: Prices): Cost | undefined {
  return statedCost(reply) ?? costAt(reply, prices);
}

/** The cost of a reply as the service states it with the usage. */
export function statedCost({ usage }: Pick<Reply, 'usage'>): Cost | undefined {
  const amount = statedDollars(usage);
  return amount === undefined ? undefined : { amount, currency: 'USD' };
}

/** `$12.50`, and `$0.0042`: an amount below one with three significant digits. */
export function costText({ amount, currency }: Cost): string {
  const isSmall = amount > 0 && amount < 1;
  return formatNumber(amount, {
    style: 'currency',
    currency,
    // Otherwise as many as the currency has.
    ...(isSmall && { maximumFractionDigits: Math.min(20, 2 - Math.floor(Math.log10(amount))) }),
  });
}

function costAt({ answeredBy, model, usage }: PricedReply, prices: Prices): Cost | undefined {
  const price = priceOf(answeredBy, prices) ?? priceOf(model, prices);
  const { prompt_tokens: prompt, completion_tokens: completion } = usage ?? {};
  if (price === undefined || prompt === undefined || completion === undefined) {
    return undefined;
  }
  const amount = (prompt * price.prompt + completion * price.completion) / 1_000_000;
  return { amount, currency: price.currency ?? 'USD' };
}

/** Whether the service has replied: a request that failed or was stopped before that has no tokens to count. */
export function hasBegun({ status, firstTokenAt, usage }: Reply): boolean {
  const isEnded = status === 'completed' || status === 'truncated';
  return isEnded || firstTokenAt !== undefined || usage !== undefined;
}

/** Adds up the tokens and costs of the replies that have begun and ended. */
export function conversationTotals(turns: readonly Turn[], prices: Prices): Totals {
  const replies = turns
    .map(({ reply }) => reply)
    .filter(
      (reply) =>
        reply.status !== 'running' &&
        (reply.status === 'failed' ? totalTokens(reply) !== undefined : hasBegun(reply)),
    );
  const counts = replies.map(totalTokens).filter((count) => count !== undefined);
  const amounts = new Map<string, number>();
  for (const reply of replies) {
    const cost = replyCost(reply, prices);
    if (cost !== undefined) {
      amounts.set(cost.currency, (amounts.get(cost.currency) ?? 0) + cost.amount);
    }
  }
  return {
    replies: replies.length,
    tokens: counts.reduce((sum, count) => sum + count, 0),
    unstated: replies.length - counts.length,
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
