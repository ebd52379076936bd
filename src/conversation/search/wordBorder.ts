/** The scripts from this character on, such as Chinese, have no spaces between words. */
export const firstWideCharacter = 0x2e80;

const [unknown, inWord, other] = [0, 1, 2];

/** What each UTF-16 code unit is, as far as one has been asked for. */
const kinds = new Uint8Array(0x10000);

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

/** These scripts have no spaces between words either. */
const unspaced =
  /\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}|\p{Script=Tibetan}/u;

/**
 * Whether a word may end between two UTF-16 code units: unless both are letters or digits of a script that
 * separates words. 0 stands for the start or end of a text.
 */
export function isWordBorder(left: number, right: number): boolean {
  return left === 0 || right === 0 || kindOf(left) === other || kindOf(right) === other;
}

function kindOf(code: number): number {
  const known = kinds[code];
  if (known !== unknown) {
    return known ?? other;
  }
  const character = String.fromCharCode(code);
  const isWord =
    code < firstWideCharacter && wordCharacter.test(character) && !unspaced.test(character);
  return (kinds[code] = isWord ? inWord : other);
}
