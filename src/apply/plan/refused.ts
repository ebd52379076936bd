import type { Refusal, RefusalReason } from '../plan/blockPlan.ts';

/** Ends a plan: the block is not applied, for this reason. Caught by `unlessRefused`. */
export class Refused extends Error {
  readonly reason: RefusalReason;
  /** What the reason is about. */
  readonly about: string | undefined;

  constructor(reason: RefusalReason, about?: string) {
    super(reason);
    this.reason = reason;
    this.about = about?.slice(0, 100);
  }
}

/** A value that must be there; else the plan ends for this reason. */
export function required<T>(value: T | undefined, reason: RefusalReason, about?: string): T {
  if (value === undefined) {
    throw new Refused(reason, about);
  }
  return value;
}

/** What a plan comes to, or why it ended before. */
export function unlessRefused<T>(plan: () => T): T | Refusal {
  try {
    return plan();
  } catch (error) {
    if (error instanceof Refused) {
      return { kind: 'refuse', reason: error.reason, name: error.about };
    }
    throw error;
  }
}
