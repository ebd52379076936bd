import { createFailureReporter } from './testReporter.ts';

declare global {
  interface Window {
    /** Put into the page by the runner: prints why a test has failed. */
    readonly reportFailure: (text: string) => Promise<void>;
    /** Put into the page by the runner: takes the result, as JSON, once all tests have run. */
    readonly reportEnd: (result: string) => Promise<void>;
  }
}

/** No test takes as long: this is the bound of one that hangs. */
const timeoutMs = 300_000;

/** A diagram may take as long as it does: a test that is about time limits aborts one itself. */
AbortSignal.timeout = () => new AbortController().signal;

holdTimeInTasks();

/** Sets mocha up in the page before the tests are defined. */
mocha.setup({
  ui: 'bdd',
  timeout: timeoutMs,
  reporter: createFailureReporter(
    (text) => void window.reportFailure(text),
    (result) => void window.reportEnd(JSON.stringify(result)),
  ),
});

/**
 * Has the page's clock stand still while a task runs, so that work that is bounded by time does not depend on the
 * machine. A test that is about such a bound gives `performance` a clock of its own.
 */
function holdTimeInTasks(): void {
  const now = performance.now.bind(performance);
  const { port1, port2 } = new MessageChannel();
  let taskMs: number | undefined;
  port1.addEventListener('message', () => (taskMs = undefined));
  port1.start();
  Performance.prototype.now = () => {
    if (taskMs === undefined) {
      taskMs = now();
      port2.postMessage('the task has ended');
    }
    return taskMs;
  };
}
