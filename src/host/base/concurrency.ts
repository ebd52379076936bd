/**
 * Does `work` for each item, for `limit` of them at a time. After a failure none is begun; it is thrown once
 * those that were begun are over, so that nothing goes on behind the caller's back.
 */
export async function forEachAtOnce<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const item of left) {
      if (failures.length > 0) {
        return;
      }
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) {
    throw failures[0];
  }
}

/**
 * Gives what `work` makes of each item, in the order of the items, while it is at work on up to `limit`
 * of them. Throws what the first failure throws.
 */
export async function* inOrder<T, R>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: (() => Promise<R>)[] = [];
  for (const item of items) {
    const result = work(item);
    // Whoever does not wait for it any more does not hear of its failure.
    result.catch(() => {});
    running.push(async () => result);
    const next = running.length < limit ? undefined : running.shift();
    if (next !== undefined) {
      yield await next();
    }
  }
  for (const next of running) {
    yield await next();
  }
}

/**
 * Gives a function that does one piece of work after another for each key: what reads a file and writes
 * it again would otherwise write over what came in between.
 */
export function createTurnTaker(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const over = result.catch(() => {});
    last.set(key, over);
    void over.then(() => last.get(key) === over && last.delete(key));
    return result;
  };
}
