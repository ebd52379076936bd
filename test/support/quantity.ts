/** Whether `npm run prove` runs the tests. */
export const isProof = process.env['PARLEY_PROVE'] === '1';

/** How much a proof tries: all of it in `npm run prove`, a small slice, in which a break is seen, in `npm test`. */
export function quantity({ slice, whole }: { slice: number; whole: number }): number {
  return isProof ? whole : slice;
}

/** In which of `all` ways a proof tries its case number `at`: in each in `npm run prove`, by turns in one in `npm test`. */
export function waysOf<T>(all: readonly T[], at: number): readonly T[] {
  const turn = at % all.length;
  return isProof ? all : all.slice(turn, turn + 1);
}
