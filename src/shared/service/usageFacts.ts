import { isFiniteNumber, isRecord } from '../guards.ts';
import type { Usage } from './chatCompletion.ts';

/** The tokens of one reply, as far as the service counted them; 0 for what it did not count. */
export interface UsageCounts {
  readonly prompt: number;
  readonly completion: number;
  /** Tokens of the prompt that came from the service's cache. */
  readonly cached: number;
  /** Tokens of the reply that are reasoning. */
  readonly reasoning: number;
}

/** More tokens than any reply has: a larger number is a mistake of the service. */
const mostTokens = 1_000_000_000;

/** The counts in a usage object, in the fields of OpenAI, DeepSeek, Moonshot and Mistral. */
export function usageCounts(usage: Usage | undefined): UsageCounts {
  const stated = isRecord(usage) ? usage : {};
  const inPrompt = recordOf(stated['prompt_tokens_details']);
  const inReply = recordOf(stated['completion_tokens_details']);
  return {
    prompt: firstCount(stated['prompt_tokens']),
    completion: firstCount(stated['completion_tokens']),
    cached: firstCount(
      inPrompt['cached_tokens'],
      stated['prompt_cache_hit_tokens'],
      stated['cached_tokens'],
      stated['num_cached_tokens'],
    ),
    reasoning: firstCount(inReply['reasoning_tokens'], stated['reasoning_tokens']),
  };
}

/** More than any reply costs, in US dollars: a larger number is a mistake of the service. */
const mostDollars = 100_000;

/** How xAI states a cost: so many of its units are one US dollar (docs.x.ai, "Cost Tracking"). */
const ticksPerDollar = 10_000_000_000;

/**
 * What a reply cost in US dollars, as the service states it in the usage: `cost` of OpenRouter (its credits
 * are US dollars) and LiteLLM, `cost_in_usd_ticks` of xAI. Undefined if it states none. With a key of the
 * user's own at OpenRouter, `cost` is its fee only; the provider's part is stated beside it.
 */
export function statedDollars(usage: Usage | undefined): number | undefined {
  const stated = isRecord(usage) ? usage : {};
  const ticks = amountOf(stated['cost_in_usd_ticks'], mostDollars * ticksPerDollar);
  const cost = amountOf(stated['cost'], mostDollars);
  if (cost === undefined) {
    return ticks === undefined ? undefined : ticks / ticksPerDollar;
  }
  const upstream = recordOf(stated['cost_details'])['upstream_inference_cost'];
  const others = stated['is_byok'] === true ? amountOf(upstream, mostDollars) : undefined;
  return cost + (others ?? 0);
}

function firstCount(...values: readonly unknown[]): number {
  const count = values.find(isFiniteNumber) ?? 0;
  return count > 0 && count <= mostTokens ? count : 0;
}

function amountOf(value: unknown, most: number): number | undefined {
  return isFiniteNumber(value) && value >= 0 && value <= most ? value : undefined;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
