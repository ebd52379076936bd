import type { ServiceEvent } from '../shared/serviceEvent.ts';
import { createArrivalWatch } from './arrivalWatch.ts';
import type { CallOptions } from './connection.ts';

/**
 * Passes on the batches of a streamed reply, one for each piece of its body, and tells `onDiagnostic`
 * before the last one whether something has held them back.
 */
export async function* watchArrivals(
  batches: AsyncIterable<readonly ServiceEvent[]>,
  sentAtMs: number,
  onDiagnostic: CallOptions['onDiagnostic'],
): AsyncGenerator<readonly ServiceEvent[], void, undefined> {
  const watch = createArrivalWatch(sentAtMs);
  for await (const events of batches) {
    watch.arrived(performance.now(), events.filter(isPiece).length);
    const silenceMs = events.at(-1)?.kind === 'ended' ? watch.heldBackMs() : undefined;
    if (silenceMs !== undefined) {
      onDiagnostic?.({ kind: 'heldBack', silenceMs });
    }
    yield events;
  }
}

function isPiece({ kind }: ServiceEvent): boolean {
  return kind === 'text' || kind === 'reasoning';
}
