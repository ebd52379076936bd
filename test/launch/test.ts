import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { packageExtension } from './build.ts';
import { firstLine, screenText } from './run/failureText.ts';
import type { SuiteResult } from './run/suiteResult.ts';
import { artefactsFolder, suites } from './run/suites.ts';

/** A window of VS Code keeps about one core busy. */
const maxAtOnce = Math.min(4, availableParallelism());

/** If more parts fail, it is not by chance. */
const maxAgain = 3;

/** What is run in a process of its own: a part of a suite. */
interface Part {
  readonly suite: string;
  readonly part: string;
}

/** `npm test`: runs the suites that are named, or all, and ends with what failed and one line of counts. */
async function test(): Promise<void> {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !Object.hasOwn(suites, name));
  if (unknown !== undefined) {
    throw new Error(`There is no suite '${unknown}', only ${Object.keys(suites).join(', ')}.`);
  }
  await rm(artefactsFolder, { recursive: true, force: true });
  await mkdir(artefactsFolder, { recursive: true });
  const results = new Map<string, SuiteResult>();
  try {
    process.env['PARLEY_VSIX'] = await packageExtension();
  } catch (error) {
    const text = screenText(inspect(error));
    process.stdout.write(`${text}\n`);
    results.set('package', { passed: 0, failed: [text] });
  }
  const queue = await partsOf(named);
  const again: Part[] = [];
  const runNext = async (): Promise<void> => {
    const next = queue.shift();
    if (next !== undefined) {
      const result = await runPart(next);
      results.set(nameOf(next), result);
      if (result.failed.length > 0 && suites[next.suite]?.hasWindows === true) {
        again.push(next);
      }
      await runNext();
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, runNext));
  await runAgain(again.slice(0, maxAgain), results);
  const failed = [...results].flatMap(([name, result]) =>
    result.failed.map((text) => `${name}: ${firstLine(text)}`),
  );
  if (failed.length > 0) {
    process.stdout.write(`\nFailed:\n${failed.join('\n')}\n`);
  }
  const passed = [...results.values()].reduce((sum, result) => sum + result.passed, 0);
  process.stdout.write(`${passed} passed, ${failed.length} failed\n`, () =>
    process.exit(failed.length > 0 ? 1 : 0),
  );
}

/**
 * Runs parts that failed once more, one at a time: windows of VS Code side by side take the focus and the time of each
 * other. Those that pass now are named, because a test in them depends on chance.
 */
async function runAgain(parts: readonly Part[], results: Map<string, SuiteResult>): Promise<void> {
  const passedNow: string[] = [];
  for (const part of parts) {
    const result = await runPart(part);
    results.set(nameOf(part), result);
    if (result.failed.length === 0) {
      passedNow.push(nameOf(part));
    }
  }
  if (passedNow.length > 0) {
    process.stdout.write(`\nPassed only at the second run:\n${passedNow.join('\n')}\n`);
  }
}

/** The parts of the suites that are named, or of all. */
async function partsOf(named: readonly string[]): Promise<Part[]> {
  const parts: Part[] = [];
  for (const [name, suite] of Object.entries(suites)) {
    if (named.length === 0 || named.includes(name)) {
      // Each part says itself what it lacks.
      await suite.prepare?.().catch(() => undefined);
      parts.push(...(await suite.parts()).map((part) => ({ suite: name, part })));
    }
  }
  return parts;
}

function nameOf({ suite, part }: Part): string {
  return `${suite}: ${part}`;
}

/**
 * Runs a part in a process of its own and prints what it has written once it has ended, so that parts
 * that run side by side do not mix. A part that does not come to an end, or has no tests, counts as one failure.
 */
async function runPart(run: Part): Promise<SuiteResult> {
  const start = performance.now();
  let result: SuiteResult = { passed: 0, failed: [] };
  const child = fork(join(import.meta.dirname, 'run', 'runPart.ts'), [run.suite, run.part], {
    execArgv: process.execArgv,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const output: Buffer[] = [];
  child.stdout?.on('data', (data: Buffer) => output.push(data));
  child.on('message', (message) => (result = message as SuiteResult));
  const closed = once(child, 'close');
  await once(child, 'exit');
  // What a test has left running may keep the output open.
  await Promise.race([closed, setTimeout(1000, undefined, { ref: false })]);
  process.stdout.write(`\n=== ${nameOf(run)} ===\n${Buffer.concat(output).toString()}`);
  if (result.passed + result.failed.length === 0) {
    const text = 'It ended without a result, or has no tests.';
    process.stdout.write(`${text}\n`);
    result = { passed: 0, failed: [text] };
  }
  const { passed, failed } = result;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${run.suite}: ${passed} passed, ${failed.length} failed, ${seconds} s\n`);
  return result;
}

await test();
