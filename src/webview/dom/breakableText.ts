import { element } from './element.ts';

/**
 * In UTF-16 code units. The browser may need a time for the lines of a word that grows with the square of its length:
 * 13 s for the letter A 140,000 times, which is 0.1 s with a place to break after each 250.
 */
const maxWord = 250;

/** Text as children of an element, with a place for a line break after each 250 code units of a longer word. */
export function breakableText(text: string): readonly (string | HTMLElement)[] {
  const cuts = cutsIn(text);
  return [...cuts, text.length].flatMap((end, index) => {
    const part = text.slice(cuts[index - 1] ?? 0, end);
    return index < cuts.length ? [part, element('wbr')] : [part];
  });
}

/** Where long words are cut: between two characters as readers see them, where that is possible. */
function cutsIn(text: string): readonly number[] {
  const cuts: number[] = [];
  let graphemes: Intl.Segments | undefined;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) <= space) {
      start = index + 1;
    } else if (index - start === maxWord) {
      graphemes ??= segmenter.segment(text);
      const before = graphemes.containing(index)?.index ?? 0;
      start = before > start ? before : index - (isSecondHalf(text, index) ? 1 : 0);
      cuts.push(start);
    }
  }
  return cuts;
}

const space = 0x20;

const segmenter = new Intl.Segmenter();

/** Whether the code unit at `index` is the second half of a surrogate pair. */
function isSecondHalf(text: string, index: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text[index] ?? '') && /[\uD800-\uDBFF]/.test(text[index - 1] ?? '');
}
