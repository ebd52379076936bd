import type { CodeRefusal } from './codePlan.ts';

/** Ends a plan: the block is not applied, for this reason. Caught by `planCode`. */
export class Refused extends Error {
  readonly reason: CodeRefusal;
  /** What the reason is about. */
  readonly about: string | undefined;

  constructor(reason: CodeRefusal, about?: string) {
    super(reason);
    this.reason = reason;
    this.about = about?.slice(0, 100);
  }
}

/** A value that must be there; else the plan ends for this reason. */
export function required<T>(value: T | undefined, reason: CodeRefusal, about?: string): T {
  if (value === undefined) {
    throw new Refused(reason, about);
  }
  return value;
}
