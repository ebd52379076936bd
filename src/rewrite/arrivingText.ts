/** What is shown of a text while the lines that replace it arrive. */
export interface ArrivingText {
  /** Takes all lines that have arrived so far. Gives them, and the old ones that are still to be replaced. */
  readonly lines: (arrived: readonly string[]) => readonly string[];
}

/** An old line is looked for among so many that are still there. */
const reach = 400;

/**
 * Replaces lines by others as they arrive, calmly: what has arrived stands where it will stand, the old lines after it
 * stay until they are reached, and no line that both have moves. Which old line is reached is a guess about the
 * display only.
 */
export function createArrivingText(old: readonly string[]): ArrivingText {
  let taken: readonly string[] = [];
  let reached = 0;
  return {
    lines(arrived) {
      // Fitting may change lines that have arrived before.
      const isContinued = taken.every((line, index) => line === arrived[index]);
      if (!isContinued) {
        reached = 0;
      }
      for (const line of arrived.slice(isContinued ? taken.length : 0)) {
        reached = reachedWith(line, old, reached);
      }
      taken = arrived;
      return [...arrived, ...old.slice(reached)];
    },
  };
}

/** The first old line that is not reached, once `line` has arrived. */
function reachedWith(line: string, old: readonly string[], reached: number): number {
  if (old[reached] === line) {
    return reached + 1;
  }
  if (!/[\p{L}\p{N}_]{2}/u.test(line)) {
    return reached;
  }
  const found = old.indexOf(line, reached);
  return found === -1 || found - reached > reach ? reached : found + 1;
}
