/** Some file systems tell times by two seconds: until then more may have come at the same time. */
export const settledMs = 3000;

/** Tells whether something was written since it was seen, by when it was written. */
export interface ChangesSeen {
  /** Whether what was written last then, in milliseconds since 1970, was not seen yet. */
  has(changedAt: number): boolean;
  /** To be called only after all went well, so that what failed is looked for again. */
  seen(changedAt: number): void;
}

/** Nothing was seen yet. */
export function createChangesSeen(): ChangesSeen {
  let seenAt: number | undefined;
  return {
    has: (changedAt) => changedAt !== seenAt,
    seen(changedAt) {
      seenAt = Date.now() - changedAt > settledMs ? changedAt : undefined;
    },
  };
}
