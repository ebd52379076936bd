import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import type { Measurement } from './measurement.ts';

/** What the process of a measurement says before it ends. */
export type Said = { readonly figures: readonly Figure[] } | { readonly error: unknown };

/**
 * Measures in a process of its own, so that what a measurement leaves running, or an end for lack of memory, does not
 * touch the next one. Throws what the measurement throws, or that the process ended without a word.
 */
export async function measureAlone(
  { word }: Measurement,
  isFull: boolean,
): Promise<readonly Figure[]> {
  const said = await new Promise<Said>((resolve, reject) => {
    let last: Said | undefined;
    const program = join(import.meta.dirname, 'measureOne.ts');
    const child = fork(program, [word, ...(isFull ? ['--full'] : [])], {
      execArgv: process.execArgv,
      // JSON has no errors and not every number.
      serialization: 'advanced',
    });
    child.on('message', (message) => (last = message as Said));
    child.on('error', reject).on('exit', (code, signal) => {
      const silent = new Error(`The process ended with ${signal ?? code} before it had a result.`);
      resolve(last ?? { error: silent });
    });
  });
  if ('error' in said) {
    throw said.error;
  }
  return said.figures;
}
