/** Recognizes a text that repeats another one, while both arrive in pieces. */
export class RepeatedText {
  /** The pieces of the other text that were not repeated yet; undefined once the texts differ. */
  #pieces: string[] | undefined = [];
  /** The first of them. */
  #next = 0;

  /** Appends a piece of the other text. */
  add(piece: string): void {
    // The two may differ in white space at the start.
    const text = this.#pieces?.length === 0 ? piece.trimStart() : piece;
    if (text !== '') {
      this.#pieces?.push(text);
    }
  }

  /** What a piece of the text adds to the other one: '' as long as it repeats it. */
  rest(piece: string): string {
    let rest = piece;
    while (rest !== '' && this.#pieces !== undefined) {
      const expected = this.#pieces[this.#next];
      if (expected === undefined) {
        // The other text is at its end, and the two may differ in white space there, too.
        return rest.trim() === '' ? '' : this.#end(rest);
      }
      if (rest.startsWith(expected)) {
        rest = rest.slice(expected.length);
        this.#next += 1;
      } else if (expected.startsWith(rest)) {
        this.#pieces[this.#next] = expected.slice(rest.length);
        return '';
      } else {
        return this.#end(rest);
      }
    }
    return rest;
  }

  #end(rest: string): string {
    this.#pieces = undefined;
    return rest;
  }
}
