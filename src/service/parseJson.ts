/** Shorter texts are parsed without a check: even if they consist of brackets only, that is fast. */
const leastCheckedLength = 65_536;

/** No answer of a service is nested deeper, or has more objects and lists. */
const maxDepth = 1000;
const maxContainers = 2_000_000;

/**
 * The value of a JSON text; `undefined` if the text is not JSON. `NaN` and `Infinity`, which Python and others write for
 * numbers that JSON does not have, are `null`. A text of more than 65,536 characters
 * with more than 1,000 levels or two million objects and lists counts as no JSON: it could take
 * `JSON.parse` seconds and gigabytes (`docs/service-interface.md`, "Limits").
 */
export function parseJson(text: string): unknown {
  if (text.length > leastCheckedLength && isTooComplex(text)) {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return /^\s*[[{]/.test(text) && otherNumber.test(text) ? parseMended(text) : undefined;
  }
}

const otherNumber = /NaN|Infinity/;

/** Of a text with more of them, nothing is mended. */
const maxOtherNumbers = 100_000;

function parseMended(text: string): unknown {
  try {
    return JSON.parse(withoutOtherNumbers(text));
  } catch {
    return undefined;
  }
}

/** The text with `null` in place of each number that JSON does not have, but for what stands in strings. */
function withoutOtherNumbers(text: string): string {
  const pieces: string[] = [];
  let end = 0;
  const numbers = /"|-?(?:NaN|Infinity)/g;
  for (let found = numbers.exec(text); found !== null; found = numbers.exec(text)) {
    if (found[0] === '"') {
      numbers.lastIndex = endOfString(text, found.index) + 1;
    } else if (pieces.length > 2 * maxOtherNumbers) {
      return text;
    } else {
      pieces.push(text.slice(end, found.index), 'null');
      end = numbers.lastIndex;
    }
  }
  return pieces.join('') + text.slice(end);
}

/** Character codes. */
const [quote, backslash] = [0x22, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

function isTooComplex(text: string): boolean {
  let depth = 0;
  let containers = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === openList || code === openObject) {
      depth += 1;
      containers += 1;
      if (depth > maxDepth || containers > maxContainers) {
        return true;
      }
    } else if (code === closeList || code === closeObject) {
      depth -= 1;
    }
  }
  return false;
}

/** The index of the quote that ends the string which begins at `start`. Nearly all of a large text is strings. */
function endOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) {
      return text.length;
    }
    if (!isEscaped(text, end)) {
      return end;
    }
  }
}

/** Whether there is an odd number of backslashes before `index`. */
function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text.charCodeAt(start - 1) === backslash) {
    start -= 1;
  }
  return (index - start) % 2 === 1;
}

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
