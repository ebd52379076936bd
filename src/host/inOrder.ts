/**
 * Gives what `work` makes of each item, in the order of the items, while it is at work on up to `limit`
 * of them. Throws what the first failure throws.
 */
export async function* inOrder<T, R>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  const settle = (result: Promise<R>): Promise<R> => {
    // Whoever does not wait for it any more does not hear of its failure.
    result.catch(() => {});
    return result;
  };
  for (const item of items) {
    running.push(settle(work(item)));
    const [first] = running;
    if (running.length >= limit && first !== undefined) {
      yield await first;
      running.shift();
    }
  }
  for (const result of running) {
    yield await result;
  }
}
