import type { BlockEdit } from './blockEdits.ts';
import { Refused, required } from './code/refused.ts';
import type { Place } from './findPlaces.ts';
import { foldedText } from './foldedText.ts';
import { isBlank } from './lines/blankLines.ts';
import { lineDifferences } from './lines/lineDifferences.ts';
import type { LineChange } from './lines/splices.ts';

/**
 * What an edit changes at its place: only lines that the replacement does not share with the search, so that all others
 * keep their bytes. New lines get the indentation of the text.
 */
export function fitEdit({ search, replace }: BlockEdit, place: Place): readonly LineChange[] {
  const fit = required(place.fit, 'indent');
  const { isSame, isEven } = place;
  const linesOf = (from: number, to: number): readonly number[] =>
    search.slice(from, to).flatMap((_, at) => place.lineOf(from + at) ?? []);
  const changes = lineDifferences(search, replace).map(({ before, after }) => {
    const own = linesOf(before.from, before.to);
    const above = linesOf(0, before.from).at(-1) ?? place.from - 1;
    const from = own[0] ?? above + 1;
    const lines = replace
      .slice(after.from, after.to)
      .map((line, at) => required(fit(line, after.from + at === 0), 'indent'));
    // The block writes quotes, dashes or spaces otherwise than the file, perhaps here too.
    if (!isSame && lines.some((line) => foldedText(line) !== line)) {
      throw new Refused('signs');
    }
    return { from, to: (own.at(-1) ?? above) + 1, lines };
  });
  // Where the file has other blank lines, it keeps them.
  return changes.filter(({ from, to, lines }) => isEven || from < to || !lines.every(isBlank));
}
