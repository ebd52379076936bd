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

/** A longer line is continued on the next one. In UTF-16 code units. */
const maxColumns = 4000;

/** Programs that fill the screen draw on another one, of which nothing stays. */
const alternateScreens = new Set(['?47', '?1047', '?1049']);

/** What a control does. A missing parameter counts as 1. */
type Control = (screen: Screen, count: number, parameters: string) => void;

/** Lines of text and a place in them at which is written. */
export class Screen {
  readonly #lines = [''];
  #row = 0;
  #column = 0;
  #isAlternate = false;

  /** The lines without spaces at their ends. */
  get text(): string {
    return this.#lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd();
  }

  write(text: string): void {
    for (let rest = this.#isAlternate ? '' : text; rest !== '';) {
      const part = rest.slice(0, maxColumns - this.#column);
      const line = this.#line.padEnd(this.#column);
      const after = this.#column + part.length;
      this.#line = line.slice(0, this.#column) + part + line.slice(after);
      this.#column = after;
      rest = rest.slice(part.length);
      if (rest !== '') {
        this.newLine();
      }
    }
  }

  /** Carries out a control character, or a control sequence by its last character. Ignores others. */
  control(name: string, parameters: string): void {
    if ((name === 'h' || name === 'l') && alternateScreens.has(parameters)) {
      this.#isAlternate = name === 'h';
    } else if (!this.#isAlternate) {
      const count = Math.min(Number.parseInt(parameters, 10) || 1, maxColumns);
      controls.get(name)?.(this, count, parameters);
    }
  }

  newLine(): void {
    this.#row += 1;
    this.#column = 0;
    if (this.#row === this.#lines.length) {
      this.#lines.push('');
    }
  }

  /** Begins a line below everything. */
  newLastLine(): void {
    this.#row = this.#lines.length - 1;
    if (this.#line === '') {
      this.#column = 0;
    } else {
      this.newLine();
    }
  }

  /** Moves to another line that is there. */
  moveRows(count: number): void {
    this.#row = Math.max(0, Math.min(this.#lines.length - 1, this.#row + count));
  }

  moveColumns(count: number): void {
    this.moveTo(this.#column + count);
  }

  /** Moves to a column, counted from 0. */
  moveTo(column: number): void {
    this.#column = Math.max(0, Math.min(maxColumns - 1, column));
  }

  eraseRestOfLine(): void {
    this.#line = this.#line.slice(0, this.#column);
  }

  eraseStartOfLine(): void {
    this.#line = ' '.repeat(this.#column) + this.#line.slice(this.#column);
  }

  eraseLine(): void {
    this.#line = '';
  }

  eraseBelow(): void {
    this.#lines.length = this.#row + 1;
    this.eraseRestOfLine();
  }

  get #line(): string {
    return this.#lines[this.#row] ?? '';
  }

  set #line(line: string) {
    this.#lines[this.#row] = line;
  }
}

/** The controls that move the place or erase, by their last character (ECMA-48, 8.3). */
const controls: ReadonlyMap<string, Control> = new Map<string, Control>([
  ['\n', (screen) => screen.newLine()],
  ['\r', (screen) => screen.moveTo(0)],
  ['\b', (screen) => screen.moveColumns(-1)],
  ['A', (screen, count) => screen.moveRows(-count)],
  ['B', (screen, count) => screen.moveRows(count)],
  ['C', (screen, count) => screen.moveColumns(count)],
  ['D', (screen, count) => screen.moveColumns(-count)],
  ['G', (screen, count) => screen.moveTo(count - 1)],
  // Where the screen begins is not known: what follows gets lines of its own.
  ['H', (screen) => screen.newLastLine()],
  [
    'E',
    (screen, count) => {
      screen.moveRows(count);
      screen.moveTo(0);
    },
  ],
  [
    'F',
    (screen, count) => {
      screen.moveRows(-count);
      screen.moveTo(0);
    },
  ],
  [
    'J',
    (screen, _count, parameters) => {
      if (parameters === '' || parameters === '0') {
        screen.eraseBelow();
      }
    },
  ],
  [
    'K',
    (screen, _count, parameters) => {
      if (parameters === '' || parameters === '0') {
        screen.eraseRestOfLine();
      } else if (parameters === '1') {
        screen.eraseStartOfLine();
      } else if (parameters === '2') {
        screen.eraseLine();
      }
    },
  ],
]);
