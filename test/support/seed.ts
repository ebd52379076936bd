/**
 * What random tests begin with: `PARLEY_SEED`, else 1. `npm test` has the same cases every time; `npm run prove` takes a
 * new seed each time and prints it at its start.
 */
export const seed = Number(process.env['PARLEY_SEED'] ?? 1);
