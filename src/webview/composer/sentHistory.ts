/**
 * Brings back messages that were sent, into the box in which the next one is written. Up leads back from an
 * empty box or from the start of its text, Down forth again and at last to what stood in the box.
 */
export class SentHistory {
  readonly #box: HTMLTextAreaElement;
  readonly #sent: () => readonly string[];
  readonly #write: (text: string) => void;
  #own = '';
  #shown: string | undefined;
  /** How many messages back from the last one, which is 1. */
  #back = 0;

  /** `sent` gives the texts, the oldest first; `write` puts a text into `box`. */
  constructor(
    box: HTMLTextAreaElement,
    sent: () => readonly string[],
    write: (text: string) => void,
  ) {
    this.#box = box;
    this.#sent = sent;
    this.#write = write;
  }

  /** What the user has written, which is not what was brought back. */
  get own(): string {
    return this.#isBack ? this.#own : this.#box.value;
  }

  /** Does what Up and Down ask for, where the caret stands at the edge of the text. */
  press(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, altKey, metaKey, isComposing } = event;
    const isHeld = shiftKey || ctrlKey || altKey || metaKey || isComposing;
    const { selectionStart, selectionEnd } = this.#box;
    if (isHeld || selectionStart !== selectionEnd) {
      return;
    }
    const text =
      key === 'ArrowUp'
        ? this.#goBack(selectionStart)
        : key === 'ArrowDown'
          ? this.#goForth(selectionStart)
          : undefined;
    if (text !== undefined) {
      event.preventDefault();
      this.#write(text);
      const caret = key === 'ArrowUp' ? 0 : text.length;
      this.#box.setSelectionRange(caret, caret);
    }
  }

  get #isBack(): boolean {
    return this.#shown !== undefined && this.#shown === this.#box.value;
  }

  #goBack(caret: number): string | undefined {
    const { value } = this.#box;
    if (this.#isBack ? value.slice(0, caret).includes('\n') : caret > 0) {
      return undefined;
    }
    const back = this.#isBack ? this.#back + 1 : 1;
    const text = this.#texts().at(-back);
    if (text !== undefined) {
      this.#own = this.own;
      this.#back = back;
      this.#shown = text;
    }
    return text;
  }

  #goForth(caret: number): string | undefined {
    if (!this.#isBack || this.#box.value.slice(caret).includes('\n')) {
      return undefined;
    }
    this.#back -= 1;
    this.#shown = this.#back === 0 ? undefined : this.#texts().at(-this.#back);
    return this.#shown ?? this.#own;
  }

  /** Without those that are the same as the next one. */
  #texts(): readonly string[] {
    return this.#sent().filter((text, index, all) => text !== all[index + 1]);
  }
}
