import { inspect } from 'node:util';
import { screenText } from './failureText.ts';
import type { Part, PartOptions } from './part.ts';
import type { SuiteResult } from './suiteResult.ts';

/** Runs a part and sends the result to the process that has started this one. */
async function runPart(part: Part, options: PartOptions): Promise<void> {
  let result: SuiteResult;
  try {
    result = await resultOf(part, options);
  } catch (error) {
    // With its causes, which say what a machine lacks.
    const text = screenText(inspect(error));
    process.stdout.write(`${text}\n`);
    result = { passed: 0, failed: [text] };
  }
  // Whatever a test has left running must not hold up the end.
  process.send?.(result, () => process.exit());
}

/** Loads what the kind needs only: a unit test is not to wait for what drives a browser. */
async function resultOf(part: Part, options: PartOptions): Promise<SuiteResult> {
  switch (part.kind) {
    case 'unit':
    case 'e2e': {
      const { runMochaTests } = await import('./mochaTests.ts');
      return runMochaTests(part, options);
    }
    case 'webview': {
      const { runWebviewTests } = await import('./webviewTests.ts');
      return runWebviewTests(part, options);
    }
    case 'host': {
      const { runInHostTests } = await import('./inHostTests.ts');
      return runInHostTests(part, options);
    }
  }
}

// The process that would hear of the result has ended.
process.on('disconnect', () => process.exit(1));
const [part = '', options = ''] = process.argv.slice(2);
await runPart(JSON.parse(part) as Part, JSON.parse(options) as PartOptions);
