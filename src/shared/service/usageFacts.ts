import {
  firstFields,
  isAmount,
  isFiniteNumber,
  isRecord,
  isString,
  type ObjectOf,
  type WireObject,
} from '../guards.ts';
import type { Usage } from './chatCompletion.ts';

export const usageCountShape = {
  prompt: isAmount,
  completion: isAmount,
  /** Tokens of the prompt that came from the service's cache. */
  cached: isAmount,
  /** Tokens of the reply that are reasoning. */
  reasoning: isAmount,
};

/** The tokens of one reply, as far as the service counted them; 0 for what it did not count. */
export interface UsageCounts extends ObjectOf<typeof usageCountShape> {}

/** More tokens than any reply has: a larger number is a mistake of the service. */
const mostTokens = 1_000_000_000;

/** The counts in a usage object, in the fields of all services. */
export function usageCounts(usage: Usage | undefined): UsageCounts {
  const stated: WireObject = { ...usage };
  const inPrompt = [stated['prompt_tokens_details'], stated['input_tokens_details']];
  const inReply = [stated['completion_tokens_details'], stated['output_tokens_details']];
  return {
    prompt: tokens(stated['prompt_tokens']),
    completion: tokens(stated['completion_tokens']),
    cached: most([stated, ...inPrompt], isCacheHit),
    reasoning: most([stated, ...inReply], (name) => name === 'reasoning_tokens'),
  };
}

/**
 * A field for tokens that came from the cache: `cached_tokens`, `prompt_cache_hit_tokens`, `cache_read_input_tokens`.
 * Others are for those that went into it, or were not there.
 */
function isCacheHit(name: string): boolean {
  return /cache/i.test(name) && /token/i.test(name) && !/miss|creat|writ/i.test(name);
}

/** The largest count in fields with such a name: where it stands twice, one place may have a zero. */
function most(places: readonly unknown[], isWanted: (name: string) => boolean): number {
  const found = places
    .filter(isRecord)
    .flatMap((place) => firstFields(place, maxFields).filter(([name]) => isWanted(name)));
  return Math.max(0, ...found.map(([, value]) => tokens(value)));
}

/** More fields than any usage has. */
const maxFields = 200;

function tokens(value: unknown): number {
  const count = countIn(value) ?? 0;
  return count > 0 && count <= mostTokens ? count : 0;
}

/** A count, which some services write as a text; undefined for anything else. */
export function countIn(value: unknown): number | undefined {
  const count = isString(value) && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return isFiniteNumber(count) ? count : undefined;
}

/** More than any reply costs, in US dollars: a larger number is a mistake of the service. */
const mostDollars = 100_000;

/** How xAI states a cost: so many of its units are one US dollar (docs.x.ai, "Cost Tracking"). */
const ticksPerDollar = 10_000_000_000;

/** The fields for a cost in US dollars, in a usage or beside it. */
export const costNames = [
  'cost',
  'total_cost',
  'estimated_cost',
  'cost_usd',
  'total_cost_usd',
] as const;

/**
 * What a reply cost in US dollars, as the service states it in the usage: `cost` of OpenRouter (its credits
 * are US dollars) and LiteLLM, `cost.total_cost` of Perplexity, `estimated_cost` of DeepInfra, `cost_in_usd_ticks` of
 * xAI. Undefined if it states none. With a key of the user's own at OpenRouter, `cost` is its fee only; the provider's
 * part is stated beside it.
 */
export function statedDollars(usage: Usage | undefined): number | undefined {
  const stated: WireObject = { ...usage };
  const costs = costNames
    .map((name) => dollarsIn(stated[name]))
    .filter((cost) => cost !== undefined);
  if (costs.length === 0) {
    const ticks = amountOf(stated['cost_in_usd_ticks'], mostDollars * ticksPerDollar);
    return ticks === undefined ? undefined : ticks / ticksPerDollar;
  }
  const details = stated['cost_details'];
  const upstream = isRecord(details) ? details['upstream_inference_cost'] : undefined;
  const others = stated['is_byok'] === true ? amountOf(upstream, mostDollars) : undefined;
  return (costs.find((cost) => cost > 0) ?? 0) + (others ?? 0);
}

/** An amount, or the total of one that is taken apart. One in another currency is none. */
function dollarsIn(cost: unknown): number | undefined {
  if (!isRecord(cost)) {
    return amountOf(cost, mostDollars);
  }
  const { currency = 'USD' } = cost;
  const totals = ['total_cost', 'total', 'usd', 'amount'].map((name) =>
    amountOf(cost[name], mostDollars),
  );
  return currency === 'USD' ? totals.find((total) => total !== undefined) : undefined;
}

function amountOf(value: unknown, largest: number): number | undefined {
  const isWritten = isString(value) && /^\d{1,15}(?:\.\d{1,30})?(?:e-?\d{1,3})?$/i.test(value);
  const amount = isWritten ? Number(value) : value;
  return isFiniteNumber(amount) && amount >= 0 && amount <= largest ? amount : undefined;
}
