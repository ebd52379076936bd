import {
  type Guard,
  type Guarded,
  isAmount,
  isFiniteNumber,
  isObjectOf,
  isRecord,
  isString,
  optional,
  type WireObject,
} from '../guards.ts';
import type { Model } from '../service/chatCompletion.ts';
import { elementsOf, recordIn } from './modelEntry.ts';

/** An ISO 4217 code. */
export const isCurrency: Guard<string> = (value): value is string =>
  isString(value) && /^[A-Z]{3}$/.test(value);

export const isPrice = isObjectOf({
  /** For a million tokens of the prompt. */
  prompt: isAmount,
  /** For a million tokens of the reply. */
  completion: isAmount,
  /** For a million tokens of the prompt that the service had in its cache; `prompt` if missing. */
  cachedPrompt: optional(isAmount),
  /** ISO 4217 code; `USD` if missing. */
  currency: optional(isCurrency),
});

/** The price of a model, as the user or the service states it. */
export interface Price extends Guarded<typeof isPrice> {}

/** Prices by model id. */
export type Prices = Readonly<Record<string, Price>>;

/** All prices that are known. */
export interface KnownPrices {
  /** By the user's settings. */
  readonly user: Prices;
  /** By the model lists: those of a connection under its ID. */
  readonly listed?: Readonly<Record<string, Prices>> | undefined;
}

/** Reads the setting `parley.prices`. An invalid price is left out. */
export function readPrices(value: unknown): Prices {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([model, price]) => (isPrice(price) ? [[model, price] as const] : [])),
  );
}

/**
 * The price of a model in its entry in the model list; undefined if it states none, or a part of it only.
 * Very small amounts are for a token, others for a million of them.
 */
export function listedPrice(model: Model): Price | undefined {
  const entry = recordIn(model);
  return (
    priceIn(amountsIn(entry)) ??
    priceIn(centsIn(entry)) ??
    providersPrice(elementsOf(entry['providers']))
  );
}

/** The amounts of a price as they are stated. */
interface Amounts {
  readonly prompt: unknown;
  readonly completion: unknown;
  readonly cachedPrompt: unknown;
  readonly currency?: unknown;
}

function amountsIn(entry: WireObject): Amounts {
  const pricing = {
    ...recordIn(entry, 'cost'),
    ...recordIn(entry, 'pricing'),
    ...recordIn(entry, 'metadata', 'pricing'),
    ...recordIn(entry, 'model_spec', 'pricing'),
  };
  const info = { ...entry, ...recordIn(entry, 'model_info') };
  return {
    prompt:
      pricing['prompt'] ??
      pricing['input'] ??
      pricing['input_tokens'] ??
      lowestTier(pricing['input_tiers']) ??
      info['input_cost_per_token'],
    completion:
      pricing['completion'] ??
      pricing['output'] ??
      pricing['output_tokens'] ??
      lowestTier(pricing['output_tiers']) ??
      info['output_cost_per_token'],
    cachedPrompt:
      pricing['input_cache_read'] ??
      pricing['cache_read'] ??
      pricing['cached_input'] ??
      pricing['cache_input'] ??
      pricing['cache_read_tokens'] ??
      lowestTier(pricing['input_cache_read_tiers']) ??
      info['cache_read_input_token_cost'],
    currency: pricing['currency'],
  };
}

/** The amount of the tier that begins at no tokens. Vercel lists tiers of `{ cost, min, max }`. */
function lowestTier(tiers: unknown): unknown {
  return elementsOf(tiers)
    .filter(isRecord)
    .find(({ min }) => min === undefined || min === 0)?.['cost'];
}

/** xAI states cents for a hundred million tokens. */
function centsIn(entry: WireObject): Amounts {
  return {
    prompt: dollarsOf(entry['prompt_text_token_price']),
    completion: dollarsOf(entry['completion_text_token_price']),
    cachedPrompt: dollarsOf(entry['cached_prompt_text_token_price']),
  };
}

function dollarsOf(value: unknown): unknown {
  return isFiniteNumber(value) ? value / 10_000 : undefined;
}

/** The price that all providers of a model have: which of them replies is not known. */
function providersPrice(providers: readonly unknown[]): Price | undefined {
  const prices = providers
    .filter(isRecord)
    .filter(({ status }) => status === undefined || status === 'live')
    .map((provider) => priceIn(amountsIn({ pricing: provider['pricing'] })));
  const [first] = prices;
  return prices.every(
    (price) => price?.prompt === first?.prompt && price?.completion === first?.completion,
  )
    ? first
    : undefined;
}

function priceIn({ prompt, completion, cachedPrompt, currency }: Amounts): Price | undefined {
  const [forPrompt, forCompletion] = [perMillion(prompt), perMillion(completion)];
  if (forPrompt === undefined || forCompletion === undefined) {
    return undefined;
  }
  const forCached = perMillion(cachedPrompt);
  return {
    prompt: forPrompt,
    completion: forCompletion,
    // A free cache beside a prompt that is not free stands for a price that is not stated.
    ...(forCached !== undefined && forCached > 0 && forCached < forPrompt
      ? { cachedPrompt: forCached }
      : {}),
    ...(isCurrency(currency) && currency !== 'USD' ? { currency } : {}),
  };
}

/** No service asks for more than this for a token, or for less than this for a million of them. */
const mostForToken = 0.001;

/** A larger amount for a million tokens is no price. */
const mostForMillion = 1_000_000;

/** The amount for a million tokens. A negative number stands for a price that varies. */
function perMillion(stated: unknown): number | undefined {
  const value = isRecord(stated) ? stated['usd'] : stated;
  const amount = isString(value) && /^\d/.test(value) ? Number(value.slice(0, 40)) : value;
  if (!isFiniteNumber(amount) || amount < 0 || amount > mostForMillion) {
    return undefined;
  }
  // Without the error that the multiplication of a fraction makes.
  return Number((amount < mostForToken ? amount * 1_000_000 : amount).toPrecision(6));
}
