import { isFiniteNumber, isObjectOf, isRecord, isString, optional, type Guard } from '../guards.ts';

/** The price of a model, as the user or the service states it. */
export interface Price {
  /** For a million tokens of the prompt. */
  readonly prompt: number;
  /** For a million tokens of the reply. */
  readonly completion: number;
  /** For a million tokens of the prompt that the service had in its cache; `prompt` if missing. */
  readonly cachedPrompt?: number | undefined;
  /** ISO 4217 code; `USD` if missing. */
  readonly currency?: string | undefined;
}

/** Prices by model id. */
export type Prices = Readonly<Record<string, Price>>;

const isAmount: Guard<number> = (value): value is number => isFiniteNumber(value) && value >= 0;

/** An ISO 4217 code. */
export const isCurrency: Guard<string> = (value): value is string =>
  isString(value) && /^[A-Z]{3}$/.test(value);

export const isPrice: Guard<Price> = isObjectOf({
  prompt: isAmount,
  completion: isAmount,
  cachedPrompt: optional(isAmount),
  currency: optional(isCurrency),
});

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
