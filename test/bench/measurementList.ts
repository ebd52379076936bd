import { extentOf } from './extent.ts';
import type { Measurement } from './measurement.ts';
import { preparations } from './preparations.ts';

/** What will be measured, what is prepared for it, and how long that takes, as text for the screen. */
export function listOf(measurements: readonly Measurement[], isFull: boolean): string {
  const minutesOf = ({ minutes }: Measurement, full = isFull): number => minutes[full ? 1 : 0];
  const total = (full: boolean): number =>
    Math.ceil(measurements.reduce((sum, one) => sum + minutesOf(one, full), 0));
  const needs = new Set<string>(measurements.flatMap((one) => one.needs));
  const extent = extentOf(isFull);
  return [
    `Takes about ${total(isFull)} min on two cores that do nothing else (${isFull ? `${total(false)} without` : `${total(true)} with`} --full):`,
    ...measurements.map((one) => row(one.word, minutesOf(one), one.about)),
    'Before that, downloads not counted:',
    ...Object.entries(preparations)
      .filter(([need]) => needs.has(need))
      .map(([need, { about, minutes }]) => row(need, minutes(extent), about(extent))),
    '',
  ].join('\n');
}

function row(word: string, minutes: number, about: string): string {
  return `  ${word.padEnd(10)} ${`${minutes}`.padStart(4)} min  ${about}`;
}
