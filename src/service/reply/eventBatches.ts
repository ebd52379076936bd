import type { ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { startOf } from '../../shared/visibleText.ts';
import { abortedError, delay } from '../http/deadline.ts';
import { asServiceError } from '../serviceError.ts';

type Batches = AsyncGenerator<readonly ServiceEvent[], void, undefined>;
type Result = IteratorResult<ServiceEvent, undefined>;

/**
 * Gives the events of the batches one by one. An event that has already arrived takes one turn of the
 * microtask queue. An async generator would take three, and with them a sixth more time for the whole
 * reply. When `signal` aborts, the batches end, events that were not given yet are dropped, and
 * `ServiceError` of kind `aborted` is thrown. Leaving the loop ends at once, even while an event is
 * awaited: the signal that `open` is given aborts then, too. Throws `ServiceError` only.
 */
export function eachEvent(
  open: (signal: AbortSignal) => Batches,
  signal: AbortSignal | undefined,
): AsyncIterableIterator<ServiceEvent, undefined> {
  const left = new AbortController();
  const batches = open(signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]));
  let arrived: Iterator<ServiceEvent, undefined> & Iterable<ServiceEvent> = [].values();
  let hasLeft = false;
  function take({ done, value }: IteratorResult<readonly ServiceEvent[], void>): Result {
    const batch = done === true || hasLeft ? [] : value;
    // Calls of `next` that did not wait for each other may have left events of an earlier batch.
    arrived = [...arrived, ...batch].values();
    return arrived.next();
  }
  function fail(error: unknown): Result {
    if (hasLeft) {
      return { done: true, value: undefined };
    }
    throw asServiceError(error);
  }
  function leave(): Promise<IteratorReturnResult<undefined>> {
    arrived = [].values();
    hasLeft = true;
    left.abort();
    // The batches may take a while to end, and nothing waits for them any more.
    batches.return().catch(() => {});
    return Promise.resolve({ done: true, value: undefined });
  }
  async function abort(): Promise<never> {
    await leave();
    throw abortedError(signal);
  }
  const iterator: AsyncIterableIterator<ServiceEvent, undefined> = {
    next() {
      const result = arrived.next();
      if (result.done === true) {
        return batches.next().then(take, fail);
      }
      return signal?.aborted === true ? abort() : Promise.resolve(result);
    },
    return: leave,
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

/** In characters. What comes as a stream has smaller pieces; a larger one would block who reads it. */
const maxPieceLength = 65_536;

/**
 * The events of a whole reply in batches, each in a task of its own. A long text is given in pieces, which are read
 * as those of a stream. Throws `ServiceError` of kind `aborted`.
 */
export async function* eventBatches(
  events: readonly ServiceEvent[],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly ServiceEvent[], void, undefined> {
  let batch: ServiceEvent[] = [];
  for (const event of events) {
    if (event.kind !== 'text' && event.kind !== 'reasoning') {
      batch.push(event);
      continue;
    }
    let rest = event.text;
    while (rest.length > maxPieceLength) {
      const text = startOf(rest, maxPieceLength);
      yield [...batch, { ...event, text }];
      await delay(1, signal);
      batch = [];
      rest = rest.slice(text.length);
    }
    batch.push({ ...event, text: rest });
  }
  yield batch;
}
