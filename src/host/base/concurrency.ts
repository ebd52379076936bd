/**
 * Runs `work` on each item, on up to `limit` of them at a time. After a failure it starts no further item,
 * waits for those that are running, and throws the first failure.
 */
export async function forEachConcurrently<T>(
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
 * Yields the result of `work` for each item, in the order of the items, while up to `limit` of them are
 * running. Throws at the first item in that order whose work failed.
 */
export async function* mapInOrder<T, R>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: (() => Promise<R>)[] = [];
  for (const item of items) {
    const result = work(item);
    // If the caller leaves the loop, nobody awaits this one: its failure must not count as unhandled.
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
 * Returns a function that runs pieces of work with the same key one after another, in the order of the
 * calls. Whatever reads a value, changes it and writes it back needs this, so that no change is lost. A
 * failure is thrown to its caller only.
 */
export function createKeyedMutex(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = result.catch(() => {});
    last.set(key, settled);
    void settled.then(() => last.get(key) === settled && last.delete(key));
    return result;
  };
}
