import { isArrayOf, isObjectOf, isOneOf } from '../../shared/guards.ts';
import { readJson, removeLeftovers, writeJson } from '../store/jsonFile.ts';
import type { StoreFiles } from '../store/storeFiles.ts';
import { type ChatSummary, isChatSummary } from './chatSummary.ts';

const indexPath = 'index.json';
const indexFormat = '3';

const isIndex = isObjectOf({
  format: isOneOf(indexFormat),
  conversations: isArrayOf(isChatSummary),
});

/** Least time between two writes of the index. */
const keepMs = 10_000;

/** The summaries on disk, in `index.json`, so that a new window need not read all chats. */
export type HistoryIndex = ReturnType<typeof createHistoryIndex>;

/** The index among `files`. `onFailure` is called with what the file system throws. */
export function createHistoryIndex(files: StoreFiles, onFailure: (error: unknown) => void) {
  let kept: readonly ChatSummary[] = [];
  let keptAt = 0;
  let isBehind = false;
  const write = async (index: unknown): Promise<void> => {
    const isFirst = keptAt === 0;
    keptAt = Date.now();
    await writeJson(files, indexPath, index);
    if (isFirst) {
      await removeLeftovers(files, '', `${indexPath}.`);
    }
  };
  return {
    /** The stored summaries, the newest first; empty where the file is missing, damaged or of another format. */
    async read() {
      const reading = await readJson(files, indexPath).catch(onFailure);
      kept = reading?.kind === 'value' && isIndex(reading.value) ? reading.value.conversations : [];
      return kept;
    },
    /**
     * Stores the summaries, the newest first, unless they are stored already or the last write was a moment
     * ago. `left` is the number of chats that are not read yet: once it gets to 0 they are stored at once.
     */
    async keep(conversations: readonly ChatSummary[], left: number) {
      const isCaughtUp = isBehind && left === 0;
      isBehind = left > 0;
      const isTime = isCaughtUp || Date.now() - keptAt > keepMs;
      if (isTime && !isSame(conversations, kept)) {
        kept = conversations;
        await write({ format: indexFormat, conversations }).catch(onFailure);
      }
    },
  };
}

function isSame(some: readonly ChatSummary[], others: readonly ChatSummary[]): boolean {
  const isSameAt = (summary: ChatSummary, index: number): boolean =>
    // Most are the same objects, as they have not been read again.
    summary === others[index] || JSON.stringify(summary) === JSON.stringify(others[index]);
  return some.length === others.length && some.every(isSameAt);
}
