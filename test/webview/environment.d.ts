/** What the bundle of the tests puts in place of the environment: see `webviewTestSite.ts`. */
declare const process: {
  readonly env: Readonly<Record<'PARLEY_PROVE' | 'PARLEY_SEED', string | undefined>>;
};
