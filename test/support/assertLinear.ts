/** Eight times the input may take this many times as long: 64 where work grows with the square. */
const mostGrowth = 32;

/**
 * Some systems count a thread's time in steps of 4 to 16 ms, so that shorter work is repeated until the next step. That
 * is also where the work after it begins.
 */
const leastMeasuredMs = 5;

/** The first runs on the small input are slow, which would hide growth; slow work on the large one hides none. */
const smallRuns = 3;

/** The compiler may turn to the work on the small input first, so that growth beyond the bound is measured again. */
const measures = 5;

/**
 * Throws where work grows faster than its input. `prepare` gives the work on an input of so many parts.
 * The least of several measures counts, and only how it grows: neither a slow nor a busy machine matters.
 */
export function assertLinear(size: number, prepare: (size: number) => () => unknown): void {
  const [small, large] = [prepare(size), prepare(8 * size)];
  small();
  let growth = Number.POSITIVE_INFINITY;
  for (let measure = 0; growth > mostGrowth && measure < measures; measure += 1) {
    const smallMs = Math.min(...Array.from({ length: smallRuns }, () => meanMs(small)));
    growth = Math.min(growth, meanMs(large) / smallMs);
  }
  if (growth > mostGrowth) {
    throw new Error(`Eight times the input takes ${growth.toFixed(1)} times as long.`);
  }
}

function meanMs(work: () => unknown): number {
  const start = now();
  let count = 0;
  let ms = 0;
  while (ms < leastMeasuredMs) {
    work();
    count += 1;
    ms = now() - start;
  }
  return ms / count;
}

/**
 * How long work takes: the processor's time for this thread where the runtime knows it, which other
 * programs do not change; else the time that passes. In milliseconds.
 */
export function timeMs(work: () => unknown): number {
  const start = now();
  work();
  return now() - start;
}

function now(): number {
  // Extension hosts of older versions of VS Code have a Node without this.
  const thread: Partial<Pick<NodeJS.Process, 'threadCpuUsage'>> = process;
  const usage = thread.threadCpuUsage?.();
  return usage === undefined ? performance.now() : (usage.user + usage.system) / 1000;
}
