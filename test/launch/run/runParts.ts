import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Part, PartOptions } from './part.ts';
import { durationText, type Progress } from './progress.ts';
import type { SuiteResult } from './suiteResult.ts';

/** A window of VS Code keeps about one core busy. */
const maxAtOnce = Math.min(4, availableParallelism());

/** If more parts fail, it is not by chance. */
const maxAgain = 3;

/** A part that has ended. */
export interface EndedPart {
  readonly part: Part;
  readonly result: SuiteResult;
  /** The result of the first run, if it was run again. */
  readonly first?: SuiteResult;
}

/** Runs parts side by side, each in a process of its own, in order, and tells `progress` what runs. */
export async function runParts(
  parts: readonly Part[],
  options: PartOptions,
  progress: Progress,
): Promise<readonly EndedPart[]> {
  const queue = [...parts];
  const running = new Set<string>();
  const ended: EndedPart[] = [];
  const say = (): void =>
    progress.say(`${ended.length} of ${parts.length} parts  ${[...running].join(', ')}`);
  const runNext = async (): Promise<void> => {
    const part = queue.shift();
    if (part !== undefined) {
      running.add(part.name);
      say();
      const result = await runPart(part, options, progress, parts.length === 1);
      ended.push({ part, result });
      running.delete(part.name);
      say();
      await runNext();
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, runNext));
  return ended;
}

/**
 * Runs parts with windows of VS Code that failed once more, one at a time: in CI, one failure by chance in an hour of
 * windows is not to hide what a change has broken. The first result is kept, since a failure is a fault either way.
 */
export async function runFailedAgain(
  ended: readonly EndedPart[],
  options: PartOptions,
  progress: Progress,
): Promise<readonly EndedPart[]> {
  const failed = ended.filter(
    ({ part, result }) => (part.kind === 'host' || part.kind === 'e2e') && result.failed.length > 0,
  );
  const again = new Map<Part, EndedPart>();
  for (const { part, result: first } of failed.slice(0, maxAgain)) {
    again.set(part, { part, result: await runPart(part, options, progress, false), first });
  }
  return ended.map((one) => again.get(one.part) ?? one);
}

/**
 * Runs a part and prints what it has written: at once where it is the only one, else when it has ended, so that parts
 * that run side by side do not mix. In a terminal, only one that failed is worth its lines. A part that does not come to
 * an end counts as one failure.
 */
async function runPart(
  part: Part,
  options: PartOptions,
  progress: Progress,
  isOnly: boolean,
): Promise<SuiteResult> {
  const start = performance.now();
  let result: SuiteResult = { passed: 0, failed: ['It ended without a result.'] };
  const program = join(import.meta.dirname, 'runPart.ts');
  const child = fork(program, [JSON.stringify(part), JSON.stringify(options)], {
    execArgv: process.execArgv,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const output: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (isOnly) {
      progress.print(text);
    } else {
      output.push(text);
    }
  });
  child.on('message', (message) => (result = message as SuiteResult));
  const closed = once(child, 'close');
  await once(child, 'exit');
  // What a test has left running may keep the output open.
  await Promise.race([closed, setTimeout(1000, undefined, { ref: false })]);
  const { passed, failed } = result;
  const duration = durationText(performance.now() - start);
  const counts = `${part.name}: ${passed} passed, ${failed.length} failed, ${duration}\n`;
  if (isOnly) {
    progress.print(counts);
  } else if (!progress.isLine || failed.length > 0) {
    progress.print(`\n=== ${part.name} ===\n${output.join('')}${counts}`);
  }
  return result;
}
