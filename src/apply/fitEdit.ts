import type { BlockEdit } from './blockEdits.ts';
import { Refused } from './code/refused.ts';
import type { Place } from './findPlaces.ts';
import { foldedText } from './foldedText.ts';
import { shiftedLine } from './indentation.ts';
import { lineDifferences } from './lines/lineDifferences.ts';
import type { LineChange } from './lines/splices.ts';

/**
 * What an edit changes at its place: only lines that the replacement does not share with the search, so that all others
 * keep their bytes. New lines get the indentation of the text.
 */
export function fitEdit(
  { search, replace }: BlockEdit,
  { line: first, closeness, shift }: Place,
): readonly LineChange[] {
  const compared = (list: readonly string[]): readonly string[] =>
    closeness === 'same' ? list : list.map((line) => line.trimEnd());
  const quoted = { from: first, to: first + search.length };
  return lineDifferences(compared(search), compared(replace)).map(({ before, after }) => {
    const lines = replace.slice(after.from, after.to).map((line) => {
      const shifted = shiftedLine(line, shift);
      if (shifted === undefined) {
        throw new Refused('indent');
      }
      // The block writes quotes, dashes or spaces otherwise than the file, perhaps here too.
      if (closeness === 'folded' && foldedText(shifted) !== shifted) {
        throw new Refused('signs');
      }
      return shifted;
    });
    return { from: first + before.from, to: first + before.to, lines, quoted };
  });
}
