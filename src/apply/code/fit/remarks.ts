import { indentOf } from '../../lines/indentation.ts';
import { isBlank } from '../../lines/blankLines.ts';
import { isComment, isSignificant } from '../language/significance.ts';
import type { LinePair, Step } from './alignment.ts';

/**
 * The comments that the file does not have, in places where more code is gone than comes, or where any is and the comment has
 * no code below it that it may be about; where nothing else is new, all of it is one place. A place ends with a line that
 * says something and stays.
 */
export function remarksIn(
  steps: readonly Step[],
  { own, old, timesIn, language }: Omit<LinePair, 'marks'>,
): ReadonlySet<number> {
  const isCode = (line: string | undefined): boolean => isSignificant(line ?? '', language);
  const places = [{ lost: 0, come: 0, remarks: new Array<number>() }];
  for (const step of steps) {
    const place = places.at(-1);
    const line = 'own' in step ? own[step.own] : undefined;
    const isSkip = step.kind === 'mark' || step.kind === 'skipped';
    if (place === undefined || isSkip || (step.kind === 'same' && isCode(line))) {
      places.push({ lost: 0, come: 0, remarks: [] });
      continue;
    }
    place.lost += step.kind === 'gone' && isCode(old[step.old]) ? 1 : 0;
    place.come += step.kind === 'put' && isCode(line) ? 1 : 0;
    const isNewComment = line !== undefined && isComment(line, language) && timesIn(line) === 0;
    if ('own' in step && isNewComment) {
      place.remarks.push(step.own);
    }
  }
  const isNew =
    steps.some((step) => step.kind === 'changed') || places.some(({ come }) => come > 0);
  const isLost = places.some(({ lost }) => lost > 0);
  const isAlone = (at: number): boolean => {
    const indent = indentOf(own[at] ?? '').length;
    const rest = [...own.slice(at + 1), ''];
    const end = rest.findIndex((line) => isBlank(line) || indentOf(line).length < indent);
    return !rest.slice(0, end).some(isCode);
  };
  return new Set(
    places.flatMap(({ lost, come, remarks }) =>
      lost > come || (isLost && !isNew) ? remarks : remarks.filter((at) => lost > 0 && isAlone(at)),
    ),
  );
}
