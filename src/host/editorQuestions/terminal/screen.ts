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
