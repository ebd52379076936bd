import { extentOf } from './extent.ts';
import type { Said } from './measureAlone.ts';
import { measurements } from './measurements.ts';

/** A measurement that takes longer hangs, also on a slow or busy machine. */
const mostMinutes = { usual: 20, full: 120 };

/** The program of `measureAlone`: measures one thing and tells the parent. */
async function measureOne(word: string, isFull: boolean): Promise<Said> {
  const measurement = measurements.find((one) => one.word === word);
  if (measurement === undefined) {
    throw new Error(`There is no '${word}'.`);
  }
  const minutes = isFull ? mostMinutes.full : mostMinutes.usual;
  const timer = setTimeout(
    () => say({ error: new Error(`It did not end within ${minutes} minutes.`) }),
    minutes * 60_000,
  );
  try {
    return { figures: await measurement.measure(extentOf(isFull)) };
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

/** What a measurement leaves running must not hold up the end. */
function say(said: Said): void {
  process.send?.(said, () => process.exit());
}

const [word = '', ...options] = process.argv.slice(2);
say(await measureOne(word, options.includes('--full')));
