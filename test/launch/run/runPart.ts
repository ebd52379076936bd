import { inspect } from 'node:util';
import { screenText } from './failureText.ts';
import type { SuiteResult } from './suiteResult.ts';
import { suites } from './suites.ts';

/** Runs one part of a suite and sends the result to the process that has started this one. */
async function runPart(suite = '', part = ''): Promise<void> {
  let result: SuiteResult;
  try {
    result = (await suites[suite]?.run(part)) ?? { passed: 0, failed: [] };
  } catch (error) {
    // With its causes, which say what a machine lacks.
    const text = screenText(inspect(error));
    process.stdout.write(`${text}\n`);
    result = { passed: 0, failed: [text] };
  }
  // Whatever a test has left running must not hold up the end.
  process.send?.(result, () => process.exit());
}

// The process that would hear of the result has ended.
process.on('disconnect', () => process.exit(1));
await runPart(...process.argv.slice(2));
