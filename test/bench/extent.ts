/** How much is measured. */
export interface Extent {
  /** How many runs a median is taken of, unless a run takes too long for so many. */
  readonly runCount: number;
  /** Whether inputs have their full size, and nothing is left out. */
  readonly isFull: boolean;
}

/** Each measurement in at most two minutes on two cores, or with `--full` as exactly as it can be. */
export function extentOf(isFull: boolean): Extent {
  return { runCount: isFull ? 5 : 3, isFull };
}
