import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRedactor } from '../../../src/host/base/redactor.ts';
import { History } from '../../../src/host/history/history.ts';
import { createChatStore } from '../../../src/host/store/chatStore.ts';
import { createHistorySearch } from '../../../src/host/history/search/historySearch.ts';
import { SearchShards } from '../../../src/host/history/search/searchShards.ts';
import type { StoreFiles } from '../../../src/host/store/storeFiles.ts';
import { projectFolder } from '../../launch/projectFolders.ts';
import { generateStore, rareWord, type StoreSize } from '../../support/store/generateStore.ts';
import { createNodeFiles } from '../../support/store/nodeFiles.ts';
import type { Extent } from '../extent.ts';
import { mixedReply } from '../texts.ts';

/** How many chats are stored. */
export function chatCount({ isFull }: Extent): number {
  return isFull ? 10_000 : 2000;
}

/** 100 KB in each chat; one of them has 20 MB. */
function sizeOf(conversations: number): StoreSize {
  const bytes = 100_000 * conversations;
  return { conversations, bytes, largestBytes: 20_000_000, reply: mixedReply };
}

/** Changes with what `generateStore` writes, so that a store of before is not used. */
const version = 2;

/** A store that is there before anything is measured. */
export interface StoredChats {
  readonly folder: string;
  readonly files: StoreFiles;
  readonly count: number;
}

/** Writes the store with its index and filters, unless a run before has. 10,000 chats take minutes, and 1.4 GB. */
export async function storedChats(extent: Extent): Promise<StoredChats> {
  const count = chatCount(extent);
  // Whatever looks through the files of the project leaves this folder out.
  const cache = join(projectFolder, 'node_modules', '.cache', 'parley-bench');
  const folder = join(cache, `chats-${count}-${version}`);
  const files = createNodeFiles(folder);
  const isDone = join(folder, 'complete.txt');
  try {
    await access(isDone);
  } catch {
    await rm(folder, { recursive: true, force: true });
    await generateStore(folder, sizeOf(count));
    // The index and the filters.
    await openHistory(files).history.all();
    await findChats(files, rareWord);
    await writeFile(isDone, '');
  }
  return { folder, files, count };
}

/** The history of a store, as in a window that was just opened. */
export function openHistory(files: StoreFiles) {
  const store = createChatStore(files);
  const fail = (error: unknown) => {
    throw error;
  };
  const redactor = createRedactor(async () => ['sk-oV4rX9qT2mZ7wK1pL8nB']);
  const history = new History({ files, store, untitled: 'Untitled', redactor, onFailure: fail });
  const services = {
    store,
    shards: new SearchShards(files),
    redact: redactor.redact,
    here: undefined,
  };
  return { history, search: createHistorySearch(history, services, fail) };
}

/** How many conversations are found for a word. */
export async function findChats(files: StoreFiles, word: string): Promise<number> {
  let found = 0;
  for await (const { hits } of openHistory(files).search.find(word, new AbortController().signal)) {
    found = hits.length;
  }
  return found;
}
