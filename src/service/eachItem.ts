import { abortedError } from './deadline.ts';

/** A loop over batches that takes one item at a time. */
interface Loop<T> {
  /** An item that is here already. */
  take(): T | undefined;
  /** The next item, which has yet to come, or the end. */
  readOn(): Promise<IteratorResult<T, undefined>>;
  /** Ends the batches; what has come but was not taken is dropped. */
  close(): Promise<IteratorReturnResult<undefined>>;
}

/**
 * The items of the batches, one by one. Items that are here already cost one turn of the microtask
 * queue each, where an async generator takes three. Leaving the loop ends the batches; so does an
 * abort of the signal, also while items wait, which is thrown as `ServiceError` (`aborted`).
 */
export function eachItem<T extends object>(
  batches: AsyncGenerator<readonly T[], void, undefined>,
  signal?: AbortSignal,
): AsyncIterableIterator<T, undefined> {
  const loop = openLoop(batches);
  let reading: Promise<unknown> | undefined;
  const iterator: AsyncIterableIterator<T, undefined> = {
    next() {
      if (reading !== undefined) {
        const again = (): Promise<IteratorResult<T, undefined>> => iterator.next();
        return reading.then(again, again);
      }
      const item = loop.take();
      if (item !== undefined) {
        return signal?.aborted === true
          ? abort(loop, signal)
          : Promise.resolve({ done: false, value: item });
      }
      const result = loop.readOn();
      const noteRead = (): void => {
        reading = undefined;
      };
      reading = result.then(noteRead, noteRead);
      return result;
    },
    return: () => loop.close(),
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

function openLoop<T extends object>(
  batches: AsyncGenerator<readonly T[], void, undefined>,
): Loop<T> {
  let waiting: readonly T[] = [];
  let index = 0;
  const take = (): T | undefined => {
    const item = waiting[index];
    index += 1;
    return item;
  };
  return {
    take,
    async readOn() {
      for (;;) {
        const { done, value } = await batches.next();
        if (done === true) {
          return { done, value: undefined };
        }
        waiting = value;
        index = 0;
        const item = take();
        if (item !== undefined) {
          return { done: false, value: item };
        }
      }
    },
    async close() {
      waiting = [];
      await batches.return();
      return { done: true, value: undefined };
    },
  };
}

async function abort(loop: Loop<unknown>, signal: AbortSignal): Promise<never> {
  await loop.close();
  throw abortedError(signal);
}
