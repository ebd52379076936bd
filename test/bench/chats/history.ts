import { createChatStore } from '../../../src/host/store/chatStore.ts';
import { largestId, rareWord, seldomWord } from '../../support/store/generateStore.ts';
import type { Extent } from '../extent.ts';
import { alternate, valueFigure, type Arm, type Figure } from '../figure.ts';
import { findChats, openHistory, storedChats } from './storedChats.ts';

/** Listing, searching and opening stored conversations, each as in a window that was just opened. */
export async function history(extent: Extent): Promise<readonly Figure[]> {
  const { files, count } = await storedChats(extent);
  const expect = (found: number, wanted: number): void => {
    if (found !== Math.min(wanted, count)) {
      throw new Error(`${found} conversations instead of ${wanted}.`);
    }
  };
  // Part of the work does not grow with the chats: a fifth of them may take half of the time.
  const share = extent.isFull ? 1 : 0.5;
  const goals = {
    list: ['list', 1000 * share],
    rare: ['search for a word of one chat', 2000 * share],
    seldom: ['search for a word of every hundredth chat', 2000 * share],
    // It ends with the 200th chat that is found.
    common: ['search for a word of every chat', 2000],
    absent: ['search for a word of no chat', 2000 * share],
    open: ['open a chat of 20 MB', 1000],
  } as const;
  const runs = await alternate(extent.runCount, {
    list: timed(async () => expect((await openHistory(files).history.all()).length, count)),
    rare: timed(async () => expect(await findChats(files, rareWord), 1)),
    seldom: timed(async () => expect(await findChats(files, seldomWord), count / 100)),
    common: timed(async () => expect(await findChats(files, 'the'), 200)),
    absent: timed(async () => expect(await findChats(files, 'xylophonist'), 0)),
    open: timed(async () => createChatStore(files).load(largestId)),
  });
  return Object.entries(goals).map(([arm, [name, goal]]) =>
    valueFigure({ name: `${name}, of ${count}`, arm, goal, unit: 'ms' }, runs),
  );
}

function timed(work: () => Promise<unknown>): Arm {
  return async () => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
}
