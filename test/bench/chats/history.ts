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
  const names = {
    list: 'list',
    rare: `search for a word of one chat`,
    seldom: 'search for a word of every hundredth chat',
    common: 'search for a word of every chat',
    absent: 'search for a word of no chat',
    open: 'open a chat of 20 MB',
  };
  const runs = await alternate(extent.runCount, {
    list: timed(async () => expect((await openHistory(files).history.all()).length, count)),
    rare: timed(async () => expect(await findChats(files, rareWord), 1)),
    seldom: timed(async () => expect(await findChats(files, seldomWord), count / 100)),
    common: timed(async () => expect(await findChats(files, 'the'), 200)),
    absent: timed(async () => expect(await findChats(files, 'xylophonist'), 0)),
    open: timed(async () => createChatStore(files).load(largestId)),
  });
  return Object.entries(names).map(([arm, name]) =>
    valueFigure(
      {
        name: `${name}, of ${count}`,
        arm,
        goal: arm.startsWith('list') || arm === 'open' ? 1000 : 2000,
        unit: 'ms',
      },
      runs,
    ),
  );
}

function timed(work: () => Promise<unknown>): Arm {
  return async () => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
}
