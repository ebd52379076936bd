import { Screen } from './screen.ts';

/** What ESC begins, by the character after it. */
const sequenceStart = '[';
const stringStarts = new Set([']', 'P', 'X', '^', '_']);

const escape = '\u001b';

/** Begins a control sequence in one character, as ESC and `[` do. */
const introducer = '\u009b';

/** A run of characters that are text. */
const textRun = /(?:\t|\P{Cc})+/uy;

/** What ends a string, such as the title that a program gives the window. */
const stringEnd = /\p{Cc}/gu;

/** Parameters, intermediate characters and the last character of a control sequence (ECMA-48, 5.4). */
const sequence = /([0-?]*)[ -/]*([@-~])/y;

/**
 * What a terminal shows of `output`: text without colours and control characters, where a progress bar that was
 * drawn over and over stands once, as it was last. What full-screen programs draw is left out. Takes time linear in
 * the length, but for lines that are overwritten again and again, whose length is limited.
 */
export function plainOutput(output: string): string {
  const screen = new Screen();
  let at = 0;
  while (at < output.length) {
    const run = matchAt(textRun, output, at);
    if (run === null) {
      at = afterControl(output, at, screen);
    } else {
      screen.write(run[0]);
      at += run[0].length;
    }
  }
  return screen.text;
}

/** Carries out the control character at `at` with what belongs to it. Gives where the next one may be. */
function afterControl(output: string, at: number, screen: Screen): number {
  const character = output.charAt(at);
  if (character === introducer) {
    return afterSequence(output, at + 1, screen);
  }
  if (character !== escape) {
    screen.control(character, '');
    return at + 1;
  }
  const kind = output.charAt(at + 1);
  if (kind === sequenceStart) {
    return afterSequence(output, at + 2, screen);
  }
  if (stringStarts.has(kind)) {
    // The ESC at its end begins what ends it.
    return matchAt(stringEnd, output, at + 2)?.index ?? output.length;
  }
  // Some choose a set of characters, which one more character names.
  return kind >= ' ' && kind <= '/' ? at + 3 : at + 2;
}

function afterSequence(output: string, at: number, screen: Screen): number {
  const found = matchAt(sequence, output, at);
  if (found === null) {
    return at;
  }
  const [all, parameters = '', last = ''] = found;
  screen.control(last, parameters);
  return at + all.length;
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}
