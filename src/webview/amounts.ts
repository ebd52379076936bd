import type { Cost } from '../chat/cost.ts';

/** `1,322 tokens`. */
export function tokenCount(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'token' : 'tokens'}`;
}

/** `$0.0042`: as many digits as it takes to see a small amount. */
export function costWords({ amount, currency }: Cost): string {
  return amount.toLocaleString('en', {
    style: 'currency',
    currency,
    maximumSignificantDigits: 3,
    roundingPriority: 'morePrecision',
  });
}
