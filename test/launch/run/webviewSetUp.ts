import { createFailureReporter } from './testReporter.ts';

declare global {
  interface Window {
    /** Put into the page by the runner: prints why a test has failed. */
    readonly reportFailure: (text: string) => Promise<void>;
    /** Put into the page by the runner: takes the counts, as JSON, once all tests have run. */
    readonly reportEnd: (result: string) => Promise<void>;
  }
}

/** No test takes as long: this is the bound of one that hangs. */
const timeoutMs = 300_000;

/** A diagram may take as long as it does: a test that is about time limits aborts one itself. */
AbortSignal.timeout = () => new AbortController().signal;

/** Sets mocha up in the page before the tests are defined. */
mocha.setup({
  ui: 'bdd',
  timeout: timeoutMs,
  reporter: createFailureReporter(
    (text) => void window.reportFailure(text),
    (result) => void window.reportEnd(JSON.stringify(result)),
  ),
});
