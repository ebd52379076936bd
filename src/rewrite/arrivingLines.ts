import { isTelling } from './likenessTo.ts';

/** An old line is looked for among so many that are still there. */
const reach = 400;

/**
 * What is shown while lines arrive that replace others, calmly: what has arrived stands where it will stand, the old lines
 * after it stay until they are reached, and no line that both have moves. Which old line is reached is a guess about the
 * display only.
 */
export function arrivingLines(
  arrived: readonly string[],
  old: readonly string[],
): readonly string[] {
  const known = new Set(old);
  let reached = 0;
  for (const line of arrived.filter((one) => known.has(one))) {
    const next = old.slice(reached, reached + (isTelling(line) ? reach : 1));
    reached += next.indexOf(line) + 1;
  }
  return [...arrived, ...old.slice(reached)];
}
