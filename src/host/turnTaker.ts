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
