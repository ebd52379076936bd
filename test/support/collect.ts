/** What an iteration gave, and the error with which it ended, if any. */
export interface Collected<T> {
  readonly events: readonly T[];
  readonly error?: unknown;
}

/** Takes everything an iteration gives, also when it fails in the end. */
export async function collect<T>(iterable: AsyncIterable<T>): Promise<Collected<T>> {
  const events: T[] = [];
  try {
    for await (const event of iterable) {
      events.push(event);
    }
  } catch (error) {
    return { events, error };
  }
  return { events };
}
