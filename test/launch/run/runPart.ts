import { inspect } from 'node:util';
import { screenText } from './failureText.ts';
import type { SuiteResult } from './suiteResult.ts';
import { suites } from './suites.ts';

/** Runs one part of a suite and sends the counts to the process that has started this one. */
async function runPart(suite = '', part = ''): Promise<void> {
  let result: SuiteResult;
  try {
    result = (await suites[suite]?.run(part)) ?? { passed: 0, failed: 0 };
  } catch (error) {
    // With its causes, which say what a machine lacks.
    process.stdout.write(`${screenText(inspect(error))}\n`);
    result = { passed: 0, failed: 1 };
  }
  // Whatever a test has left running must not hold up the end.
  process.send?.(result, () => process.exit());
}

// The process that would hear of the result has ended.
process.on('disconnect', () => process.exit(1));
await runPart(...process.argv.slice(2));
