/** Eight times the input may take this many times as long: 64 where work grows with the square. */
const mostGrowth = 32;

/** What takes no longer is not measured. */
const leastCountedMs = 0.5;

const runs = 5;

/**
 * Throws where work grows faster than its input. `prepare` gives the work on an input of so many parts.
 * The least of several runs counts, and only how it grows: neither a slow nor a busy machine matters.
 */
export function assertLinear(size: number, prepare: (size: number) => () => unknown): void {
  const [small, large] = [prepare(size), prepare(8 * size)];
  small();
  const growth = leastMs(large) / Math.max(leastMs(small), leastCountedMs);
  if (growth > mostGrowth) {
    throw new Error(`Eight times the input takes ${growth.toFixed(1)} times as long.`);
  }
}

function leastMs(work: () => unknown): number {
  let least = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const startMs = performance.now();
    work();
    least = Math.min(least, performance.now() - startMs);
  }
  return least;
}
