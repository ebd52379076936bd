/**
 * The script of a UTF-16 code unit, as far as the browser draws it with another font or by other rules: a number that
 * is equal for the letters of one script. Undefined for what goes with any script: white space, signs of ASCII,
 * combining marks of Latin, general punctuation.
 */
export function scriptOf(code: number): number | undefined {
  if (code < 0x80) {
    return isAsciiLetterOrDigit(code) ? scripts.latin : undefined;
  }
  if (code < 0x300) {
    return code < 0xc0 ? undefined : scripts.latin;
  }
  if (code < 0x370 || (code >= 0x2000 && code < 0x2070) || (code >= 0xfe00 && code < 0xfe10)) {
    return undefined;
  }
  if (code >= 0xdc00 && code < 0xe000) {
    // The second half of a surrogate pair.
    return undefined;
  }
  const isIdeographic = (code >= 0x2e80 && code < 0xd800) || (code >= 0xf900 && code < 0xfb00);
  return isIdeographic || code >= 0xff00 ? scripts.ideographic : code >> 8;
}

/** Below the numbers that blocks of 256 characters have. */
const scripts = { latin: 0, ideographic: 1 };

/** From here on letters are joined, stacked or written from right to left: Hebrew, Arabic, Thai and many others. */
const firstComplex = 5;

/**
 * What a change from one script to another counts, in elements: the browser lays out each run of a script by itself.
 * Where no font has the letters of a complex script, a run takes it about as long as three elements.
 */
export function changeOfScript(from: number | undefined, to: number | undefined): number {
  if (from === undefined || to === undefined || from === to) {
    return 0;
  }
  return Math.max(from, to) < firstComplex ? 1 : 3;
}

function isAsciiLetterOrDigit(code: number): boolean {
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
}
