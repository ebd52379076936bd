import { randomInt } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { inspect, parseArgs } from 'node:util';
import { prepare } from './run/prepare.ts';
import { firstLine, screenText } from './run/failureText.ts';
import { partsOf, type Part, type PartOptions } from './run/part.ts';
import { createProgress, durationText } from './run/progress.ts';
import { type EndedPart, runFailedAgain, runParts } from './run/runParts.ts';
import { selectFiles } from './run/selectFiles.ts';
import { watchTests } from './run/watchTests.ts';
import { artefactsFolder } from './projectFolders.ts';

const usage = `npm test -- [unit | webview | host | e2e | FILE | FOLDER] …

  --grep TITLE   only tests whose full title matches
  --changed      only tests that import what differs from the main branch
  --watch        runs the tests again when a file changes
  --inspect      tests in the extension host wait for a debugger at port 9229
  --share 2/5    the second of five shares of the parts

PARLEY_SEED=7 in the environment: the random cases of another seed
`;

/** `npm test` and `npm run prove`: runs the tests that are named, or all; the last line has the counts. */
async function test(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      grep: { type: 'string' },
      changed: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      inspect: { type: 'boolean', default: false },
      share: { type: 'string', default: '1/1' },
      prove: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return true;
  }
  const { changed, grep, prove } = values;
  if (prove) {
    // For the processes of the parts: see `test/support/quantity.ts`.
    process.env['PARLEY_PROVE'] = '1';
    // See `test/support/seed.ts`.
    process.env['PARLEY_SEED'] ??= String(randomInt(2 ** 31));
    process.stdout.write(`PARLEY_SEED=${process.env['PARLEY_SEED']}\n`);
  }
  const files = await selectFiles({ wanted: positionals, prove, changed });
  const parts = shareOf(partsOf(files, prove), values.share);
  await rm(artefactsFolder, { recursive: true, force: true });
  await mkdir(artefactsFolder, { recursive: true });
  const options = { grep, inspect: values.inspect };
  return values.watch ? watchTests(parts, options) : runOnce(parts, options);
}

/** Runs parts and prints what failed and the counts. Gives whether all tests have passed. */
async function runOnce(parts: readonly Part[], options: PartOptions): Promise<boolean> {
  const start = performance.now();
  const progress = createProgress(process.stdout);
  await prepare(parts, progress);
  const once = await runParts(parts, options, progress);
  const isCI = process.env['CI'] !== undefined;
  const ended = isCI ? await runFailedAgain(once, options, progress) : once;
  const duration = durationText(performance.now() - start);
  progress.end();
  const failed = failuresOf(ended);
  const passed = ended.reduce((sum, { result }) => sum + result.passed, 0);
  printList('Failed', failed);
  printList(
    'Failed at the first run only',
    failuresOf(
      ended.flatMap(({ part, result, first }) =>
        first !== undefined && result.failed.length === 0 ? [{ part, result: first }] : [],
      ),
    ),
  );
  process.stdout.write(`${parts.length} parts in ${duration}\n`);
  process.stdout.write(`${passed} passed, ${failed.length} failed\n`);
  return passed > 0 && failed.length === 0;
}

function failuresOf(ended: readonly EndedPart[]): readonly string[] {
  return ended.flatMap(({ part, result }) =>
    result.failed.map((text) => `${part.name}: ${firstLine(text)}`),
  );
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length > 0) {
    process.stdout.write(`\n${title}:\n${lines.join('\n')}\n`);
  }
}

/** A share of the parts, such as `2/5`: every fifth one, from the second on. Throws for anything else. */
function shareOf(parts: readonly Part[], share: string): readonly Part[] {
  const [, number = '', count = ''] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(share) ?? [];
  if (number === '' || Number(number) > Number(count)) {
    throw new Error(`--share ${share} is not of the form 2/5.`);
  }
  return parts.filter((_, index) => index % Number(count) === Number(number) - 1);
}

const isPassed = await test().catch((error: unknown) => {
  process.stderr.write(`${screenText(error instanceof Error ? error.message : inspect(error))}\n`);
  return false;
});
// What a program of a test has left running must not hold up the end, nor its output be cut.
process.stdout.write('', () => process.exit(isPassed ? 0 : 1));
