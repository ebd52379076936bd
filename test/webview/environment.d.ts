/** What the bundle of the tests puts in place of the environment: see `webviewTestSite.ts`. */
declare const process: {
  readonly env: Readonly<Record<'PARLEY_PROVE' | 'PARLEY_SEED', string | undefined>>;
};

interface Window {
  /** Put into the page by the runner: sets the width of the page in CSS pixels, or the usual one. */
  readonly setPageWidth: (width?: number) => Promise<void>;
}
