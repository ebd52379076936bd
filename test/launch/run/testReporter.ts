import { failureText } from './failureText.ts';
import type { SuiteResult } from './suiteResult.ts';

/** Hears of a run of mocha, which is not given its own reporters: they print failures of any length. */
function hearing(listen: (runner: Mocha.Runner) => void): Mocha.ReporterConstructor {
  const reporter = function report(runner: Mocha.Runner): void {
    listen(runner);
  };
  // Of a reporter, mocha only calls the constructor.
  return reporter as unknown as Mocha.ReporterConstructor;
}

/** Prints each test as it ends, and at the end why tests have failed, each within a screen. */
export function createTestReporter(
  print: (text: string) => void,
  onEnd: (result: SuiteResult) => void,
): Mocha.ReporterConstructor {
  return hearing((runner) => {
    const failures: string[] = [];
    hearResult(runner, onEnd);
    let depth = 0;
    const printLine = (text: string): void => print(`${'  '.repeat(depth)}${text}`);
    runner.on('suite', ({ title, root }) => {
      if (!root) {
        printLine(title);
        depth += 1;
      }
    });
    runner.on('suite end', ({ root }) => {
      depth -= root ? 0 : 1;
    });
    runner.on('pending', ({ title }) => printLine(`- ${title}`));
    runner.on('pass', (test) => {
      const { title, duration = 0 } = test;
      printLine(duration > test.slow() ? `✓ ${title} (${duration} ms)` : `✓ ${title}`);
    });
    runner.on('fail', (test, error: unknown) => {
      failures.push(failureText(`${failures.length + 1}) ${test.fullTitle()}`, error));
      printLine(`${failures.length}) ${test.title}`);
    });
    runner.on('end', () => failures.forEach((failure) => print(`\n${failure}`)));
  });
}

/** Tells why a test has failed as soon as it has, within a screen, and the result at the end. */
export function createFailureReporter(
  onFailure: (text: string) => void,
  onEnd: (result: SuiteResult) => void,
): Mocha.ReporterConstructor {
  return hearing((runner) => {
    hearResult(runner, onEnd);
    runner.on('fail', (test, error: unknown) => onFailure(failureText(test.fullTitle(), error)));
  });
}

function hearResult(runner: Mocha.Runner, onEnd: (result: SuiteResult) => void): void {
  let passed = 0;
  const failed: string[] = [];
  runner.on('pass', () => {
    passed += 1;
  });
  runner.on('fail', (test) => failed.push(test.fullTitle()));
  runner.on('end', () => onEnd({ passed, failed }));
}
