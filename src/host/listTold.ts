/** What changes often is told so often at most. */
const pauses = { tellMs: 300, mostTellMs: 1500, ofReading: 8 };

/** Those who show a list, and hear a moment after something in it has changed. */
export interface ListTold {
  /** Calls `listener` until the result is called. */
  listen(listener: () => void): () => void;
  /** Tells them soon, later where it took long (in milliseconds) to read what they will ask for. */
  tellSoon(readMs: number): void;
}

/** Nobody listens yet. */
export function createListTold(): ListTold {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    timer = undefined;
    listeners.forEach((listener) => listener());
  };
  return {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tellSoon(readMs) {
      if (listeners.size > 0 && timer === undefined) {
        const { tellMs, mostTellMs, ofReading } = pauses;
        timer = setTimeout(tell, Math.min(Math.max(readMs * ofReading, tellMs), mostTellMs));
      }
    },
  };
}
