/** In characters. */
const tailLength = 32;

const nextBreakOrTick = createCharacterFinder('\n\r`');

/**
 * Where in a growing Markdown text its end is. It decides whether a tag counts: models put tags between
 * lines, and what talks about a tag puts it into code or into a sentence. Nothing of the text is kept.
 */
export class TextPlace {
  /** The fence that is open. */
  #fence: { readonly mark: string; readonly length: number } | undefined;
  /** The run of backticks or tildes with which the line begins. */
  #run = { mark: '', length: 0, isOpen: false };
  /** Length of the backticks that have opened inline code in this line; 0 outside of it. */
  #code = 0;
  #ticks = 0;
  #indent = 0;
  #isAfterBlank = true;
  /** The number of the line, counted from 0. */
  line = 0;
  /** Whether there is only white space in the line so far. */
  isLineStart = true;
  /** The last characters of the line, some 30 at most. */
  tail = '';
  /** The last character of the line that is not white space; empty if there is none. */
  lastSolid = '';
  /** Whether the last line before this one that is not blank ends with a colon. */
  isIntroduced = false;

  /** Whether only the end of what follows matters, up to a line break or a backtick. */
  get #isWithinLine(): boolean {
    const isRunKnown = !this.#run.isOpen && (this.#fence === undefined || this.#run.length === 0);
    return !this.isLineStart && this.#ticks === 0 && isRunKnown;
  }

  /** Appends text. */
  add(text: string): void {
    for (let index = 0; index < text.length; index += 1) {
      const next = this.#isWithinLine ? nextBreakOrTick(text, index) : index;
      const end = next === -1 ? text.length : next;
      if (end > index) {
        this.#skip(text.slice(index, end));
        index = end;
      }
      const character = text.charAt(index);
      if (character === '\n') {
        this.#endLine();
      } else if (character !== '\r' && character !== '') {
        this.#step(character);
      }
    }
  }

  /** Appends text without line breaks and backticks. */
  #skip(text: string): void {
    let index = text.length - 1;
    this.tail = (text.length < tailLength ? this.tail + text : text).slice(-tailLength);
    while (index >= 0 && isSpace(text.charAt(index))) {
      index -= 1;
    }
    this.lastSolid = index < 0 ? this.lastSolid : text.charAt(index);
  }

  /** Whether the line is the first one or follows a blank one, and there is only white space in it so far. */
  get isParagraphStart(): boolean {
    return this.isLineStart && this.#isAfterBlank;
  }

  /** Whether the end is within inline code or a block of code. */
  get isCode(): boolean {
    return this.isInlineCode || this.#isBlockCode;
  }

  /** Whether inline code is open in this line. */
  get isInlineCode(): boolean {
    this.#endTicks();
    return this.#code > 0;
  }

  /** The last character; empty at the start of a line. */
  get last(): string {
    return this.tail.slice(-1);
  }

  /** Whether the line so far is the fence that closes a block of code. */
  get isAfterBlock(): boolean {
    const { mark, length } = this.#run;
    return this.#fence !== undefined && mark === this.#fence.mark && length >= this.#fence.length;
  }

  /** Whether the end is in a fenced block of code, or in the line of its fence. */
  get isFenced(): boolean {
    return this.#fence !== undefined || this.#run.length >= 3;
  }

  get #isBlockCode(): boolean {
    return this.isFenced || (this.isLineStart && this.#indent >= 4);
  }

  #step(character: string): void {
    const isBlank = isSpace(character);
    this.tail = (this.tail + character).slice(-tailLength);
    if (isBlank && this.isLineStart) {
      this.#indent += character === '\t' ? 4 : 1;
      return;
    }
    const isTick = character === '`';
    if (this.isLineStart && (isTick || character === '~')) {
      this.#run = { mark: character, length: 1, isOpen: true };
    } else if (this.#run.isOpen && character === this.#run.mark) {
      this.#run.length += 1;
    } else {
      this.#run.isOpen = false;
      // A closing fence has nothing after it, and the words after a fence of backticks have none.
      const isFence = this.#fence === undefined ? !isTick || this.#run.mark !== '`' : isBlank;
      this.#run.length = isFence ? this.#run.length : 0;
    }
    this.isLineStart = false;
    this.lastSolid = isBlank ? this.lastSolid : character;
    if (isTick) {
      this.#ticks += 1;
    } else {
      this.#endTicks();
    }
  }

  /** Inline code ends with as many backticks as it began with. */
  #endTicks(): void {
    if (this.#ticks > 0 && this.#fence === undefined && this.#run.length < 3) {
      this.#code = this.#code === 0 ? this.#ticks : this.#code === this.#ticks ? 0 : this.#code;
    }
    this.#ticks = 0;
  }

  #endLine(): void {
    const { mark, length } = this.#run;
    if (this.#fence === undefined) {
      this.#fence = length >= 3 ? { mark, length } : undefined;
    } else if (this.isAfterBlock) {
      this.#fence = undefined;
    }
    this.#isAfterBlank = this.isLineStart;
    this.isIntroduced = this.isLineStart ? this.isIntroduced : /[:：]/.test(this.lastSolid);
    this.#run = { mark: '', length: 0, isOpen: false };
    this.#code = 0;
    this.#ticks = 0;
    this.#indent = 0;
    this.line += 1;
    this.isLineStart = true;
    this.tail = '';
    this.lastSolid = '';
  }
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}

/**
 * Gives a function that finds the first of `characters` in a text, from an index on; -1 if there is none. On the pieces of
 * a reply, which are short, a regular expression takes several times as long.
 */
export function createCharacterFinder(characters: string): (text: string, from?: number) => number {
  const codes = Array.from(characters, (character) => character.charCodeAt(0));
  const isWanted = new Uint8Array(Math.max(...codes) + 1);
  for (const code of codes) {
    isWanted[code] = 1;
  }
  return (text, from = 0) => {
    for (let index = from; index < text.length; index += 1) {
      if (isWanted[text.charCodeAt(index)] === 1) {
        return index;
      }
    }
    return -1;
  };
}
