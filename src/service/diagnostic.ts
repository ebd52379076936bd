import type { ServiceErrorKind } from '../shared/serviceErrorKind.ts';

/** What happens during a call that is neither an event of the reply nor its failure. */
export type ServiceDiagnostic =
  | {
      /** The data of an event was no JSON object and has been passed over. */
      readonly kind: 'skippedEvent';
      /** Position among the events of the body, counted from 0. */
      readonly index: number;
      /** Length of the data in characters. The data itself is not reported. */
      readonly length: number;
    }
  | {
      /** A streamed reply came all at once after a long silence: something in between holds it back. */
      readonly kind: 'heldBack';
      readonly silenceMs: number;
    }
  | RetryScheduled;

/** The request is going to be sent again. Aborting the call's signal prevents it. */
export interface RetryScheduled {
  readonly kind: 'retryScheduled';
  readonly delayMs: number;
  /** 1 for the first repetition. */
  readonly attempt: number;
  readonly reason: ServiceErrorKind;
}
