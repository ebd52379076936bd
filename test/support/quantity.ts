/** Whether `npm run prove` runs the tests. */
export const isProof = process.env['PARLEY_PROVE'] === '1';

/** How much a proof tries: all of it in `npm run prove`, a small slice, in which a break is seen, in `npm test`. */
export function quantity({ slice, whole }: { slice: number; whole: number }): number {
  return isProof ? whole : slice;
}
