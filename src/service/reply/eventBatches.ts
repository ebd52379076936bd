import type { ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { cutTo } from '../excerpt.ts';
import { delay } from '../http/deadline.ts';

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
      const text = cutTo(rest, maxPieceLength);
      yield [...batch, { ...event, text }];
      await delay(1, signal);
      batch = [];
      rest = rest.slice(text.length);
    }
    batch.push({ ...event, text: rest });
  }
  yield batch;
}
