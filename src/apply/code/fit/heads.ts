import { indentOf } from '../../lines/indentation.ts';
import { isBlank } from '../../lines/blankLines.ts';
import { scannedLines } from '../language/scannedLines.ts';
import { goesOn } from '../items/lineKeys.ts';
import { isComment } from '../language/significance.ts';

/**
 * For each line, the one that begins what it is in: the last one before it that is indented less, or the one that it goes on
 * with or ends. -1 without one; undefined for lines without code or within a text. A mark, which is undefined, may stand for heads.
 */
export function headsOf(
  lines: readonly (string | undefined)[],
  language: string | undefined,
): readonly (number | undefined)[] {
  let open: { readonly at: number; readonly indent: number }[] = [];
  const texts = lines.map((line = '') => line);
  const scan = scannedLines(texts, language);
  return texts.map((line, at) => {
    if (lines[at] === undefined) {
      open = [];
    }
    if (isBlank(line) || isComment(line, language) || scan[at]?.within === 'text') {
      return undefined;
    }
    const indent = indentOf(line).length;
    while ((open.at(-1)?.indent ?? -1) > indent) {
      open.pop();
    }
    const isMore = goesOn(line, texts[open.at(-1)?.at ?? -1] ?? '');
    if (!isMore && open.at(-1)?.indent === indent) {
      open.pop();
    }
    const head = open.at(-1);
    if (!isMore) {
      open.push({ at, indent });
    }
    return head?.at ?? -1;
  });
}
