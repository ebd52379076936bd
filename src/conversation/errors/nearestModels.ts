import type { ModelDifference, NearModel } from '../../shared/service/modelCheck.ts';

/** More names than these help nobody to choose. */
const maxNearest = 3;

/** Ids beyond this are no misspelling of anything, and would cost time. */
const maxIdLength = 200;

/** No service lists more; a list without end must not cost time without end. */
const maxModels = 5000;

/** No more ids than these are alike in a list that is not made to take time. */
const maxAlike = 100;

/** What makes ids alike that differ in one way only; the later ones lose more of the id. */
const likenings: readonly (readonly [ModelDifference, (id: string) => string])[] = [
  ['space', (id) => id.replaceAll(/[\s\p{Cc}\p{Cf}]/gu, '')],
  ['case', (id) => id.toLowerCase()],
  ['separator', (id) => id.replaceAll(/[-_.: \u2010-\u2015]/gu, '-')],
  ['owner', (id) => id.slice(id.lastIndexOf('/') + 1)],
  ['version', withoutVersion],
];

/** The ways to differ, all combinations of `likenings`, those with fewer and milder ones first. */
const combinations = Array.from({ length: 2 ** likenings.length }, (_, bits) =>
  likenings.filter((_likening, index) => (bits & (1 << index)) !== 0),
)
  .filter(({ length }) => length > 0)
  .toSorted((a, b) => a.length - b.length);

/**
 * The ids most like `asked`, the nearest first, each with what differs. None of them is `asked`
 * itself. Ids are compared to the byte (`service-interface.md`, "Model object").
 */
export function nearestModels(asked: string, ids: readonly string[]): readonly NearModel[] {
  if (asked.length > maxIdLength) {
    return [];
  }
  const others = [...new Set(ids.slice(0, maxModels))].filter(
    (id) => id !== asked && id !== '' && id.length <= maxIdLength,
  );
  // Most ids differ however they are likened, and need not be tried in every way.
  const form = alike(asked, likenings);
  const alikes = others.filter((id) => form !== '' && alike(id, likenings) === form);
  const tried = new Set(alikes.slice(0, maxAlike));
  return others
    .flatMap((id) => rank(asked, id, tried.has(id)))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxNearest)
    .map(({ id, differences }) => ({ id, differences }));
}

interface Ranked extends NearModel {
  readonly rank: number;
}

function rank(asked: string, id: string, isTried: boolean): readonly Ranked[] {
  const index = isTried ? combinations.findIndex((likening) => isAlike(asked, id, likening)) : -1;
  const combination = combinations[index];
  const distance = editDistance(asked.toLowerCase(), id.toLowerCase(), farthest(asked));
  if (combination !== undefined) {
    const differences = combination.map(([difference]) => difference);
    // Among versions of one model, the one with fewer changed characters is nearer.
    return [{ id, differences, rank: index + (distance ?? maxIdLength) / 1000 }];
  }
  return distance === undefined
    ? []
    : [{ id, differences: ['spelling'], rank: combinations.length + distance }];
}

/** Beyond a third of its characters, or beyond a word, it is another name. */
function farthest(asked: string): number {
  return Math.min(8, Math.floor(asked.length / 3));
}

function isAlike(asked: string, id: string, combination: typeof likenings): boolean {
  const likened = alike(id, combination);
  return likened !== '' && likened === alike(asked, combination);
}

function alike(id: string, combination: typeof likenings): string {
  return combination.reduce((text, [, liken]) => liken(text), id);
}

/** Without numbers, and without words that stand for a version. */
function withoutVersion(id: string): string {
  return id
    .replace(/[-_:@](?:latest|preview|stable|beta|exp)$/i, '')
    .replaceAll(/[-_:@.]?v?\d+(?:[-_.]\d+)*/gi, '');
}

/**
 * How many characters must be put in, taken out or replaced to make `a` of `b` (Levenshtein);
 * nothing where it takes more than `max`.
 */
export function editDistance(a: string, b: string, max: number): number | undefined {
  if (Math.abs(a.length - b.length) > max) {
    return undefined;
  }
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const fewest = Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced);
      current.push(fewest);
    }
    if (Math.min(...current) > max) {
      return undefined;
    }
    above = current;
  }
  const distance = above[b.length] ?? 0;
  return distance <= max ? distance : undefined;
}
