import { Refused } from '../refused.ts';
import { isComment, isSignificant } from '../significance.ts';
import type { Alignment, Step } from './alignment.ts';
import type { LinePair } from './linePair.ts';

type RemarkedLines = Pick<LinePair, 'own' | 'old' | 'isKnown' | 'language'>;

/** The comments that stand for code, whichever of the lines that are there several times stay. */
export function remarksOf({ early, late }: Alignment, pair: RemarkedLines): ReadonlySet<number> {
  const found = new Set([...remarksIn(early, pair), ...remarksIn(late, pair)]);
  return found.size > 0 ? found : new Set(loneRemarks(early, pair));
}

/**
 * The comments that the file does not have, in places where more code is gone than comes. A place ends with a line that says
 * something and stays.
 */
function remarksIn(
  steps: readonly Step[],
  { own, old, isKnown, language }: RemarkedLines,
): ReadonlySet<number> {
  const isCode = (line: string | undefined): boolean => isSignificant(line ?? '', language);
  const found = new Set<number>();
  let place = { lost: 0, remarks: new Array<number>() };
  const end = (): void => {
    if (place.lost > 0) {
      place.remarks.forEach((at) => found.add(at));
    }
    place = { lost: 0, remarks: [] };
  };
  for (const step of steps) {
    if (step.kind === 'gone') {
      place.lost += isCode(old[step.old]) ? 1 : 0;
    } else if (step.kind === 'put' || step.kind === 'changed') {
      const line = own[step.own] ?? '';
      place.lost -= step.kind === 'put' && isCode(line) ? 1 : 0;
      // One in the place of another comment is that one after a change.
      const isChanged = step.kind === 'changed' && isComment(old[step.old] ?? '', language);
      if (isComment(line, language) && !isKnown(line) && !isChanged) {
        place.remarks.push(step.own);
      }
    } else if (step.kind !== 'same' || isCode(old[step.old])) {
      end();
    }
  }
  end();
  return found;
}

/** The comments that the file does not have, where nothing else is new and code is gone: they are about that. */
function loneRemarks(
  steps: readonly Step[],
  { own, old, isKnown, language }: RemarkedLines,
): readonly number[] {
  const isCode = (line: string | undefined): boolean => isSignificant(line ?? '', language);
  const isLost = steps.some((step) => step.kind === 'gone' && isCode(old[step.old]));
  const isNew = steps.some(
    (step) => step.kind === 'changed' || (step.kind === 'put' && isCode(own[step.own])),
  );
  return isNew || !isLost
    ? []
    : steps.flatMap((step) =>
        step.kind === 'put' &&
        isComment(own[step.own] ?? '', language) &&
        !isKnown(own[step.own] ?? '')
          ? [step.own]
          : [],
      );
}

/** Whether the lines are merely the beginning of something: code is gone at its end, and nothing new is there. */
export function isCut(
  steps: readonly Step[],
  { own, old, language, name, isPart = false, isParsed = false }: LinePair,
): boolean {
  const isCode = (step: Step): boolean =>
    ('own' in step && isSignificant(own[step.own] ?? '', language)) ||
    ('old' in step && isSignificant(old[step.old] ?? '', language));
  const end = steps.findLastIndex((step) => step.kind !== 'gone' && isCode(step));
  const isGone = steps.slice(end + 1).some((step) => step.kind === 'gone' && isCode(step));
  // Where nothing says more than a brace, the first line that stays is the beginning.
  const last = steps[end] ?? steps.find(({ kind }) => kind === 'same');
  if (isGone && isPart && !isParsed && last?.kind === 'changed') {
    throw new Refused('missing', name);
  }
  return isGone && last?.kind === 'same';
}
