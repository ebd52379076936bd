import { diffArrays } from 'diff';

/** Lines of a file, counted from 0; the second number is the line after the last. */
export type Lines = readonly [from: number, to: number];

/** Lines that a commit replaces by others. One side may be empty. */
export interface Hunk {
  readonly before: Lines;
  readonly after: Lines;
}

/** What differs between two texts, found apart from the code that is judged. */
export function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const hunks: { before: [number, number]; after: [number, number] }[] = [];
  let [at, other] = [0, 0];
  let isOpen = false;
  for (const { count, added, removed } of diffArrays([...before], [...after])) {
    if (added || removed) {
      const last = isOpen ? hunks.at(-1) : undefined;
      const hunk = last ?? { before: [at, at], after: [other, other] };
      if (last === undefined) {
        hunks.push(hunk);
      }
      at += removed ? count : 0;
      other += added ? count : 0;
      hunk.before[1] = at;
      hunk.after[1] = other;
    } else {
      at += count;
      other += count;
    }
    isOpen = added || removed;
  }
  return hunks;
}

/** Whether a hunk only removes lines, which a part of a file cannot say. */
export function isRemoval({ after }: Hunk): boolean {
  return after[0] === after[1];
}

/** The file with some of the hunks of a commit only. */
export function withHunks(
  before: readonly string[],
  after: readonly string[],
  hunks: readonly Hunk[],
): readonly string[] {
  return hunks.reduceRight<readonly string[]>(
    (lines, hunk) => [
      ...lines.slice(0, hunk.before[0]),
      ...after.slice(...hunk.after),
      ...lines.slice(hunk.before[1]),
    ],
    before,
  );
}
