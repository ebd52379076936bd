import type { ModelDifference, NearModel } from '../../shared/models/modelCheck.ts';

/** How many models are suggested. */
const maxNearest = 3;

/** In characters. Longer ids are not compared, because the time would grow with them. */
const maxIdLength = 200;

/** How many listed models are compared, so that a huge list cannot take long. */
const maxModels = 5000;

/** How many similar ids are compared in every way, so that a list made of them cannot take long. */
const maxCompared = 100;

/**
 * For each kind of difference, a function that removes it from an id. Two ids that differ in this way only
 * are then equal. The later ones remove more of an id.
 */
const removals: readonly (readonly [ModelDifference, (id: string) => string])[] = [
  ['space', (id) => id.replaceAll(/[\s\p{Cc}\p{Cf}]/gu, '')],
  ['case', (id) => id.toLowerCase()],
  ['separator', (id) => id.replaceAll(/[-_.: \u2010-\u2015]/gu, '-')],
  ['owner', (id) => id.slice(id.lastIndexOf('/') + 1)],
  ['version', withoutVersion],
];

/** All combinations of these differences. Those with fewer and smaller differences come first. */
const combinations = Array.from({ length: 2 ** removals.length }, (_, bits) =>
  removals.filter((_removal, index) => (bits & (1 << index)) !== 0),
)
  .filter(({ length }) => length > 0)
  .toSorted((a, b) => a.length - b.length);

/**
 * The ids most similar to `asked`, the most similar first, with their differences. `asked` itself is never
 * among them: ids must match exactly (`docs/service-interface.md`, "Model object" 1).
 */
export function nearestModels(asked: string, ids: readonly string[]): readonly NearModel[] {
  if (asked.length > maxIdLength) {
    return [];
  }
  const others = [...new Set(ids.slice(0, maxModels))].filter(
    (id) => id !== asked && id !== '' && id.length <= maxIdLength,
  );
  // Most ids differ even without all of these differences, and need not be compared in every way.
  const form = formOf(asked, removals);
  const similar = others.filter((id) => form !== '' && formOf(id, removals) === form);
  const compared = new Set(similar.slice(0, maxCompared));
  return others
    .flatMap((id) => rank(asked, id, compared.has(id)))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxNearest)
    .map(({ id, differences }) => ({ id, differences }));
}

interface Ranked extends NearModel {
  readonly rank: number;
}

function rank(asked: string, id: string, isCompared: boolean): readonly Ranked[] {
  const index = isCompared
    ? combinations.findIndex((removed) => isEqualWithout(asked, id, removed))
    : -1;
  const combination = combinations[index];
  const distance = editDistance(asked.toLowerCase(), id.toLowerCase(), maxDistance(asked));
  if (combination !== undefined) {
    const differences = combination.map(([difference]) => difference);
    // Among versions of one model, the one with fewer changed characters is nearer.
    return [{ id, differences, rank: index + (distance ?? maxIdLength) / 1000 }];
  }
  return distance === undefined
    ? []
    : [{ id, differences: ['spelling'], rank: combinations.length + distance }];
}

/** The largest edit distance of a misspelling: a third of the id, at most 8 characters. */
function maxDistance(asked: string): number {
  return Math.min(8, Math.floor(asked.length / 3));
}

function isEqualWithout(asked: string, id: string, combination: typeof removals): boolean {
  const form = formOf(id, combination);
  return form !== '' && form === formOf(asked, combination);
}

function formOf(id: string, combination: typeof removals): string {
  return combination.reduce((text, [, remove]) => remove(text), id);
}

/** An id without its numbers and without a word for a version at its end. */
function withoutVersion(id: string): string {
  return id
    .replace(/[-_:@](?:latest|preview|stable|beta|exp)$/i, '')
    .replaceAll(/[-_:@.]?v?\d+(?:[-_.]\d+)*/gi, '');
}

/**
 * The Levenshtein distance: how many characters must be inserted, deleted or replaced to turn `a` into `b`.
 * Undefined if there are more than `max`.
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
