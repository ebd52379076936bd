/**
 * Recalls sent messages in the input box, as a shell does. Up at the start of the user's own text, or
 * in the first line of a recalled one, recalls the message before. Down in the last line of a recalled
 * text recalls the message after it, and at last the user's own text.
 */
export class SentHistory {
  readonly #box: HTMLTextAreaElement;
  readonly #sent: () => readonly string[];
  readonly #write: (text: string) => void;
  /** The user's own text, kept while a message is recalled. */
  #own = '';
  #recalled: string | undefined;
  /** Position of the recalled message, counted back from the last one, which is 1. */
  #back = 0;

  /** `sent` gives the texts of the messages, the oldest first; `write` puts a text into `box`. */
  constructor(
    box: HTMLTextAreaElement,
    sent: () => readonly string[],
    write: (text: string) => void,
  ) {
    this.#box = box;
    this.#sent = sent;
    this.#write = write;
  }

  /** The text that the user has written. A recalled text counts as soon as it is changed. */
  get own(): string {
    return this.#isRecalled ? this.#own : this.#box.value;
  }

  /** Handles Up and Down. Inside the text they move the caret and nothing is recalled. */
  press(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, altKey, metaKey, isComposing } = event;
    const isHeld = shiftKey || ctrlKey || altKey || metaKey || isComposing;
    const { selectionStart, selectionEnd } = this.#box;
    if (isHeld || selectionStart !== selectionEnd) {
      return;
    }
    const text =
      key === 'ArrowUp'
        ? this.#recallBefore(selectionStart)
        : key === 'ArrowDown'
          ? this.#recallAfter(selectionStart)
          : undefined;
    if (text !== undefined) {
      event.preventDefault();
      this.#write(text);
      const caret = key === 'ArrowUp' ? 0 : text.length;
      this.#box.setSelectionRange(caret, caret);
    }
  }

  get #isRecalled(): boolean {
    return this.#recalled !== undefined && this.#recalled === this.#box.value;
  }

  #recallBefore(caret: number): string | undefined {
    const { value } = this.#box;
    if (this.#isRecalled ? value.slice(0, caret).includes('\n') : caret > 0) {
      return undefined;
    }
    const back = this.#isRecalled ? this.#back + 1 : 1;
    const text = this.#texts().at(-back);
    if (text !== undefined) {
      this.#own = this.own;
      this.#back = back;
      this.#recalled = text;
    }
    return text;
  }

  #recallAfter(caret: number): string | undefined {
    if (!this.#isRecalled || this.#box.value.slice(caret).includes('\n')) {
      return undefined;
    }
    this.#back -= 1;
    this.#recalled = this.#back === 0 ? undefined : this.#texts().at(-this.#back);
    return this.#recalled ?? this.#own;
  }

  /** The texts of the messages, each where it was sent last. */
  #texts(): readonly string[] {
    return [...new Set(this.#sent().toReversed())].toReversed();
  }
}
