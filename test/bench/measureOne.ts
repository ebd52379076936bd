import { extentOf } from './extent.ts';
import type { Said } from './measureAlone.ts';
import { measurements } from './measurements.ts';

/** On a slow or busy machine a measurement takes longer than it says; so much longer only when it hangs. */
const patience = 10;

/** The program of `measureAlone`: measures one thing and tells the parent. */
async function measureOne(word: string, isFull: boolean): Promise<Said> {
  const measurement = measurements.find((one) => one.word === word);
  if (measurement === undefined) {
    throw new Error(`There is no '${word}'.`);
  }
  const minutes = patience * measurement.minutes[isFull ? 1 : 0];
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
