import {
  type Guard,
  type Guarded,
  isAmount,
  isObjectOf,
  isRecord,
  isString,
  optional,
} from '../guards.ts';

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
