import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { packageExtension } from './build.ts';
import { screenText } from './run/failureText.ts';
import type { SuiteResult } from './run/suiteResult.ts';
import { artefactsFolder, suites } from './run/suites.ts';

/** A window of VS Code keeps about one core busy. */
const maxAtOnce = Math.min(4, availableParallelism());

/** If more parts fail, it is not by chance. */
const maxAgain = 3;

/** `npm test`: runs the suites that are named, or all, and ends with one line of counts. */
async function test(): Promise<void> {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !Object.hasOwn(suites, name));
  if (unknown !== undefined) {
    throw new Error(`There is no suite '${unknown}', only ${Object.keys(suites).join(', ')}.`);
  }
  await rm(artefactsFolder, { recursive: true, force: true });
  await mkdir(artefactsFolder, { recursive: true });
  const total = { passed: 0, failed: 0 };
  try {
    process.env['PARLEY_VSIX'] = await packageExtension();
  } catch (error) {
    process.stdout.write(`${screenText(inspect(error))}\n`);
    total.failed += 1;
  }
  const add = ({ passed, failed }: SuiteResult): void => {
    total.passed += passed;
    total.failed += failed;
  };
  const queue = await partsOf(named);
  const again: (readonly [string, string])[] = [];
  const runNext = async (): Promise<void> => {
    const next = queue.shift();
    if (next !== undefined) {
      const result = await runPart(...next);
      if (result.failed > 0 && suites[next[0]]?.hasWindows === true) {
        again.push(next);
      } else {
        add(result);
      }
      await runNext();
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, runNext));
  add(await runAgain(again));
  const exitCode = total.failed > 0 ? 1 : 0;
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`, () =>
    process.exit(exitCode),
  );
}

/**
 * Runs parts that failed once more, one at a time: windows of VS Code side by side take the focus and the time of each
 * other. Those that pass now are named, because a test in them depends on chance.
 */
async function runAgain(parts: readonly (readonly [string, string])[]): Promise<SuiteResult> {
  const total = { passed: 0, failed: 0 };
  const passedNow: string[] = [];
  for (const [suite, part] of parts.slice(0, maxAgain)) {
    const { passed, failed } = await runPart(suite, part);
    total.passed += passed;
    total.failed += failed;
    if (failed === 0) {
      passedNow.push(`${suite}: ${part}`);
    }
  }
  total.failed += Math.max(0, parts.length - maxAgain);
  if (passedNow.length > 0) {
    process.stdout.write(`\nPassed only at the second run:\n${passedNow.join('\n')}\n`);
  }
  return total;
}

/** The parts of the suites that are named, or of all: suite, then part. */
async function partsOf(named: readonly string[]): Promise<(readonly [string, string])[]> {
  const parts: (readonly [string, string])[] = [];
  for (const [name, suite] of Object.entries(suites)) {
    if (named.length === 0 || named.includes(name)) {
      // Each part says itself what it lacks.
      await suite.prepare?.().catch(() => undefined);
      parts.push(...(await suite.parts()).map((part) => [name, part] as const));
    }
  }
  return parts;
}

/**
 * Runs a part in a process of its own and prints what it has written once it has ended, so that parts
 * that run side by side do not mix. A part that does not come to an end, or has no tests, counts as one failure.
 */
async function runPart(suite: string, part: string): Promise<SuiteResult> {
  const start = performance.now();
  let result: SuiteResult = { passed: 0, failed: 0 };
  const child = fork(join(import.meta.dirname, 'run', 'runPart.ts'), [suite, part], {
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
  process.stdout.write(`\n=== ${suite}: ${part} ===\n${Buffer.concat(output).toString()}`);
  if (result.passed + result.failed === 0) {
    process.stdout.write('It ended without a result, or has no tests.\n');
    result = { passed: 0, failed: 1 };
  }
  const { passed, failed } = result;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${suite}: ${passed} passed, ${failed} failed, ${seconds} s\n`);
  return result;
}

await test();
