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
