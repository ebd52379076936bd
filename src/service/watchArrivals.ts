import type { ServiceEvent } from '../shared/serviceEvent.ts';
import { createArrivalWatch } from './arrivalWatch.ts';
import type { CallOptions } from './connection.ts';

/**
 * Gives a function that is called with the events of each piece of a streamed reply as it comes. It
 * tells `onDiagnostic` at the end of the reply whether something has held the pieces back.
 */
export function watchArrivals(
  sentAtMs: number,
  onDiagnostic: CallOptions['onDiagnostic'],
): (events: readonly ServiceEvent[]) => void {
  const watch = createArrivalWatch(sentAtMs);
  return (events) => {
    watch.arrived(performance.now(), events.filter(isPiece).length);
    const silenceMs = events.at(-1)?.kind === 'ended' ? watch.heldBackMs() : undefined;
    if (silenceMs !== undefined) {
      onDiagnostic?.({ kind: 'heldBack', silenceMs });
    }
  };
}

function isPiece({ kind }: ServiceEvent): boolean {
  return kind === 'text' || kind === 'reasoning';
}
