/** Character codes. */
const [quote, backslash] = [0x22, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Follows the brackets of a JSON text that arrives in pieces. Each character is looked at once. */
export class JsonProgress {
  #depth = 0;
  #hasBegun = false;
  #isString = false;
  #isEscaped = false;

  /** Whether an object or a list has begun, and all that have begun have ended. */
  get isComplete(): boolean {
    return this.#hasBegun && this.#depth === 0 && !this.#isString;
  }

  read(piece: string): void {
    for (let at = 0; at < piece.length; at += 1) {
      this.#readCode(piece.charCodeAt(at));
    }
  }

  #readCode(code: number): void {
    if (this.#isEscaped) {
      this.#isEscaped = false;
    } else if (code === quote) {
      this.#isString = !this.#isString;
    } else if (this.#isString) {
      this.#isEscaped = code === backslash;
    } else if (code === openList || code === openObject) {
      this.#hasBegun = true;
      this.#depth += 1;
    } else if (code === closeList || code === closeObject) {
      this.#depth -= 1;
    }
  }
}
