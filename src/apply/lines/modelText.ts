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

const numbered = /^[ \t]{0,8}(\d{1,7})(?:[ \t]{0,3}[|:\u2502\u2192] ?|\t)/;

/** Lines without the numbers that a model has put before them, one after the other; undefined if they have none. */
export function unnumbered(lines: readonly string[]): readonly string[] | undefined {
  const [first = NaN, ...others] = lines.map((line) => Number(numbered.exec(line)?.[1]));
  return !Number.isNaN(first) && others.every((number, at) => number === first + at + 1)
    ? lines.map((line) => line.replace(numbered, ''))
    : undefined;
}

/** The same for code in the place of other code. Where that has such numbers, they are of it; as may be a single one. */
export function withoutLineNumbers(
  lines: readonly string[],
  known: readonly string[],
): readonly string[] {
  const isOfCode = lines.length < 2 || known.some((line) => numbered.test(line));
  return (isOfCode ? undefined : unnumbered(lines)) ?? lines;
}
