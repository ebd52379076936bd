/** Characters that models write for others, and the ones they stand for. */
const standIns: ReadonlyMap<string, string> = new Map([
  ...['\u2018', '\u2019', '\u201a', '\u201b'].map((quote) => [quote, "'"] as const),
  ...['\u201c', '\u201d', '\u201e', '\u201f'].map((quote) => [quote, '"'] as const),
  ...['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212'].map(
    (dash) => [dash, '-'] as const,
  ),
  ...['\u00a0', '\u2007', '\u202f', '\u2009', '\u200a'].map((space) => [space, ' '] as const),
]);

/** Characters that are not seen: zero-width ones, marks of direction, byte order marks. */
const unseen = /[\u200b-\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g;

const standingIn = new RegExp(`[${[...standIns.keys()].join('')}]`, 'g');

const foldable = /[\u00a0\u2007-\u2015\u2018-\u201f\u202a-\u202f\u2060\u2066-\u2069\u2212\ufeff]/;

/**
 * A text as it is compared where the exact one is not found: composed (NFC), with plain quotes, dashes and spaces, and
 * without characters that cannot be seen. It is only compared and never written.
 */
export function foldedText(text: string): string {
  const composed = text.normalize('NFC');
  if (!foldable.test(composed)) {
    return composed;
  }
  return composed
    .replace(unseen, '')
    .replace(standingIn, (character) => standIns.get(character) ?? character);
}
