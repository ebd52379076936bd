import { startOf } from '../../shared/visibleText.ts';
import { element } from './element.ts';

/**
 * In UTF-16 code units, as many as a SHA-512 has. The browser may need a time for the lines of a word that grows with
 * the square of its length: 6 s for the letter A 100,000 times, which is 0.1 s with places to break.
 */
const maxWord = 128;

/** Text as children of an element. A longer word has places for line breaks, at its own parts where it has any. */
export function breakableText(text: string): readonly (string | HTMLElement)[] {
  const cuts = cutsIn(text);
  return [...cuts, text.length].flatMap((end, index) => {
    const part = text.slice(cuts[index - 1] ?? 0, end);
    return index < cuts.length ? [part, element('wbr')] : [part];
  });
}

function cutsIn(text: string): readonly number[] {
  const cuts: number[] = [];
  let words: Intl.Segments | undefined;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) <= space) {
      start = index + 1;
    } else if (index - start === maxWord) {
      words ??= segmenter.segment(text);
      const before = words.containing(index)?.index ?? 0;
      start =
        before > start ? before : start + startOf(text.slice(start, index + 1), maxWord).length;
      cuts.push(start);
    }
  }
  return cuts;
}

const space = 0x20;

/** Finds words also in Thai and other languages that are written without spaces. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
