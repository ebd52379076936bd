import { failureText } from '../launch/run/failureText.ts';
import type { Figure } from './figure.ts';
import type { Measurement } from './measurement.ts';
import type { Need } from './preparations.ts';

/** What came of one measurement, as `out/bench.json` has it. */
export interface Row {
  readonly word: string;
  readonly seconds: number;
  readonly figures: readonly Figure[];
  /** Why there are no figures. */
  readonly failure?: string;
}

/** What is done for the measurements, and who is told. */
export interface Bench {
  /** Called once for each need, before the first measurement that has it. */
  prepare(need: Need): Promise<unknown>;
  measure(measurement: Measurement): Promise<readonly Figure[]>;
  /** Called after each measurement with all rows so far. */
  save(rows: readonly Row[]): Promise<void>;
  /** Takes text for the screen. */
  write(text: string): void;
}

/** Runs measurements one after another. One that fails, or lacks what it needs, does not end the others. */
export async function runMeasurements(
  measurements: readonly Measurement[],
  bench: Bench,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const prepared = new Map<Need, Promise<unknown>>();
  for (const [index, measurement] of measurements.entries()) {
    const { word, needs } = measurement;
    const number = `${index + 1}/${measurements.length}`;
    let startMs = performance.now();
    const seconds = (): number => Math.round((performance.now() - startMs) / 1000);
    try {
      for (const need of needs) {
        prepared.set(need, prepared.get(need) ?? bench.prepare(need));
        await prepared.get(need);
      }
      startMs = performance.now();
      bench.write(`${number} ${word} … `);
      const figures = await bench.measure(measurement);
      rows.push({ word, seconds: seconds(), figures });
      bench.write(`${seconds()} s\n`);
    } catch (error) {
      const failure = failureText(word, error);
      rows.push({ word, seconds: seconds(), figures: [], failure });
      bench.write(`failed after ${seconds()} s\n${failure}\n`);
    }
    await bench.save(rows);
  }
  return rows;
}
