import { indentedAs } from '../apply/code/fit/indented.ts';
import { unlessRefused } from '../apply/code/refused.ts';
import { indentOf, indentUnit } from '../apply/indentation.ts';
import { lineTexts } from '../apply/lines/textLines.ts';
import { type Part, textOf } from './part.ts';

/** In these, the unit of indentation is looked for. In characters. */
const unitLength = 200_000;

/**
 * The lines of a reply, which begin with none that is blank, with the indentation of a part where the model has left that out or
 * written spaces for tabs. Else the indentation is what was asked for.
 */
export function fitLines(lines: readonly string[], part: Part): readonly string[] {
  const [first, ...others] = lines;
  if (first === undefined) {
    return lines;
  }
  if (/[^\r\n]$/.test(part.before)) {
    // What is before it in the line stays, so that it has the indentation already.
    return [first.trimStart(), ...others];
  }
  const old = lineTexts(part.code);
  const [head = ''] = old;
  const own = indentUnit(lines);
  const unit = indentUnit(old) ?? indentUnit(lineTexts(textOf(part).slice(0, unitLength)));
  const isLeftOut = indentOf(first) === '' && indentOf(head) !== '';
  if (!isLeftOut && (own === '\t') === (unit === '\t')) {
    return lines;
  }
  // A line that was at the margin stays there.
  const outside = new Set(old.filter((line) => !line.startsWith(indentOf(head))));
  const fitted = unlessRefused(() =>
    indentedAs(
      { lines, unit: own },
      { lines: old, unit },
      '',
      isLeftOut ? head : undefined,
      outside,
    ),
  );
  const isUnchanged = 'kind' in fitted || (!isLeftOut && fitted.join('\n') === old.join('\n'));
  return isUnchanged ? lines : fitted;
}
