import type { Extent } from './extent.ts';
import type { Figure } from './figure.ts';
import type { Need } from './preparations.ts';

/** One thing that `npm run bench` measures: a row of its list. */
export interface Measurement {
  /** Selects it: `npm run bench -- whole`. */
  readonly word: string;
  /** What is measured, in a line. */
  readonly about: string;
  /** How long it takes on two cores that do nothing else: by default, and with `--full`. */
  readonly minutes: readonly [usual: number, full: number];
  /** What has to be there before. */
  readonly needs: readonly Need[];
  readonly measure: (extent: Extent) => Promise<readonly Figure[]>;
}
