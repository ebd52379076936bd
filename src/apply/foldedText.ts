/** Quotes, dashes and spaces that models write for plain ones. */
const standIns = [
  { expression: /[\u2018-\u201b]/g, plain: "'" },
  { expression: /[\u201c-\u201f]/g, plain: '"' },
  { expression: /[\u2010-\u2014\u2212]/g, plain: '-' },
  { expression: /[\u00a0\u2007\u2009\u200a\u202f]/g, plain: ' ' },
];

/** Characters that are not seen: zero-width ones, marks of direction, byte order marks. */
const unseen = /[\u200b-\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g;

const foldable = /[\u00a0\u2007-\u2014\u2018-\u201f\u202a-\u202f\u2060\u2066-\u2069\u2212\ufeff]/;

/**
 * A text as it is compared where the exact one is not found: composed (NFC), with plain quotes, dashes and spaces, and
 * without characters that cannot be seen. It is only compared and never written.
 */
export function foldedText(text: string): string {
  const composed = text.normalize('NFC');
  return foldable.test(composed)
    ? standIns.reduce(
        (folded, { expression, plain }) => folded.replace(expression, plain),
        composed.replace(unseen, ''),
      )
    : composed;
}
