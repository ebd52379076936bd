import { access, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversationHistory } from '../../src/host/conversationHistory.ts';
import { createConversationStore } from '../../src/host/conversationStore.ts';
import { createHistorySearch } from '../../src/host/historySearch.ts';
import { SearchShards } from '../../src/host/searchShards.ts';
import type { StoreFiles } from '../../src/host/storeFiles.ts';
import { generateStore, largestId, rareWord, seldomWord } from '../support/generateStore.ts';
import { createNodeFiles } from '../support/nodeFiles.ts';
import { alternate, valueFigure, type Arm, type Figure } from './figure.ts';

/** 1 GB in 10,000 conversations; one of them has 20 MB. */
const size = {
  conversations: Number(process.env['PARLEY_BENCH_CHATS'] ?? 10_000),
  bytes: 100_000 * Number(process.env['PARLEY_BENCH_CHATS'] ?? 10_000),
  largestBytes: 20_000_000,
};

/** Listing, searching and opening stored conversations, each as in a window that was just opened. */
export async function history(): Promise<readonly Figure[]> {
  // Not in the project, where whatever looks through its files would look through these.
  const folder = join(tmpdir(), `parley-bench-history-${size.conversations}`);
  const files = createNodeFiles(folder);
  await prepare(folder, files);
  const names = {
    list: 'list',
    rare: `search for a word of one chat`,
    seldom: 'search for a word of every hundredth chat',
    common: 'search for a word of every chat',
    absent: 'search for a word of no chat',
    open: 'open a chat of 20 MB',
  };
  const runs = await alternate({
    list: timed(async () => expect((await open(files).history.all()).length, size.conversations)),
    rare: timed(async () => expect(await find(files, rareWord), 1)),
    seldom: timed(async () => expect(await find(files, seldomWord), size.conversations / 100)),
    common: timed(async () => expect(await find(files, 'the'), 200)),
    absent: timed(async () => expect(await find(files, 'xylophonist'), 0)),
    open: timed(async () => createConversationStore(files).load(largestId)),
  });
  return Object.entries(names).map(([arm, name]) =>
    valueFigure(
      {
        name: `${name}, of ${size.conversations}`,
        arm,
        goal: arm.startsWith('list') || arm === 'open' ? 1000 : 2000,
        unit: 'ms',
      },
      runs,
    ),
  );
}

/** Writes the store and its index, unless a run before has. */
async function prepare(folder: string, files: StoreFiles): Promise<void> {
  const isDone = join(folder, 'complete.txt');
  try {
    await access(isDone);
  } catch {
    await rm(folder, { recursive: true, force: true });
    await generateStore(folder, size);
    const listing = performance.now();
    await open(files).history.all();
    const searching = performance.now();
    await find(files, rareWord);
    const ms = [searching - listing, performance.now() - searching].map(Math.round);
    process.stderr.write(`index made in ${ms[0]} ms, filters in ${ms[1]} ms\n`);
    await writeFile(isDone, '');
  }
}

function open(files: StoreFiles) {
  const store = createConversationStore(files);
  const fail = (error: unknown) => {
    throw error;
  };
  const list = new ConversationHistory({ files, store, untitled: 'Untitled', onFailure: fail });
  const services = { store, shards: new SearchShards(files), here: undefined };
  return { history: list, search: createHistorySearch(list, services, fail) };
}

async function find(files: StoreFiles, word: string): Promise<number> {
  let found = 0;
  for await (const { hits } of open(files).search.find(word, new AbortController().signal)) {
    found = hits.length;
  }
  return found;
}

function expect(found: number, wanted: number): void {
  if (found !== Math.min(wanted, size.conversations)) {
    throw new Error(`${found} conversations instead of ${wanted}.`);
  }
}

function timed(work: () => Promise<unknown>): Arm {
  return async () => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
}
