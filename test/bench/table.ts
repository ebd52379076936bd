import { firstLine } from '../launch/run/failureText.ts';
import type { Figure } from './figure.ts';
import type { Row } from './runMeasurements.ts';

/** The figures of all rows, and which of them failed, as text for the screen. */
export function tableOf(rows: readonly Row[]): string {
  return rows
    .flatMap(({ word, figures, failure }) =>
      failure === undefined
        ? figures.map(line)
        : [`${word.padEnd(62)}  FAILED  ${reasonOf(failure)}`],
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** The second line of a failure: the first is its title. */
function reasonOf(failure: string): string {
  return firstLine(failure.slice(failure.indexOf('\n') + 1));
}

function line({ name, ratio, goal, met, unit, arms }: Figure): string {
  const value = ratio === null ? 'not measured' : `${digits(ratio)} ${unit}`;
  const sides = Object.entries(arms).map(([arm, value]) => `${arm} ${digits(value)}`);
  return [
    name.padEnd(62),
    value.padStart(13),
    (goal === null ? '' : `≤ ${digits(goal)}`).padStart(9),
    goal === null ? '      ' : met ? 'met   ' : 'MISSED',
    sides.join(' | '),
  ].join('  ');
}

function digits(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}
