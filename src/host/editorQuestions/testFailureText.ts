import { startOf } from '../../shared/cutText.ts';
import { plainOutput } from './terminal/plainOutput.ts';

/** A longer message or value is cut, in UTF-16 code units. */
const maxMessage = 20_000;
const maxValue = 8000;
const maxName = 500;

/** A failed test as plain data. */
interface FailedTest {
  readonly names: readonly string[];
  readonly message: string;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  /** Such as `src/parse.test.ts:12`. */
  readonly place: string | undefined;
}

/** A failed test as the model reads it. Messages may have the colours of a terminal, which are left out. */
export function testFailureText({ names, message, expected, actual, place }: FailedTest): string {
  return [
    `Test: ${names.map((name) => plain(name, maxName)).join(' › ')}`,
    ...(place === undefined ? [] : [`Place: ${place}`]),
    `Message:\n${plain(message, maxMessage)}`,
    ...(expected === undefined ? [] : [`Expected:\n${plain(expected, maxValue)}`]),
    ...(actual === undefined ? [] : [`Actual:\n${plain(actual, maxValue)}`]),
  ].join('\n');
}

function plain(text: string, length: number): string {
  const shown = plainOutput(startOf(text, length));
  return text.length > length
    ? `${shown}\n[… ${text.length - length} characters are left out]`
    : shown;
}
