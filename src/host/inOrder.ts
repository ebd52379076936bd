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
