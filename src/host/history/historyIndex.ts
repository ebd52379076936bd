import { isArrayOf, isObjectOf, isOneOf } from '../../shared/guards.ts';
import type { ChatStore } from '../store/chatStore.ts';
import { readJson, removeLeftovers, writeJson } from '../store/jsonFile.ts';
import type { StoreFiles } from '../store/storeFiles.ts';
import { folderChangedAt } from '../store/storePaths.ts';
import { type ChatSummary, isChatSummary, summaryOf } from './chatSummary.ts';

const indexPath = 'index.json';
const indexFormat = '3';

const isIndex = isObjectOf({
  format: isOneOf(indexFormat),
  conversations: isArrayOf(isChatSummary),
});

/** What changes often is kept so often at most. */
const keepMs = 10_000;

/** The summaries as they are kept on disk. */
export interface HistoryIndex {
  /** What was kept, the newest first; none of it where it is not as it should be. */
  read(): Promise<readonly ChatSummary[]>;
  /** Keeps the summaries, the newest first, with so many to come, where they are not kept already. */
  keep(conversations: readonly ChatSummary[], left: number): Promise<void>;
}

/** The index among `files`; `onFailure` hears what the file system throws. */
export function createHistoryIndex(
  files: StoreFiles,
  onFailure: (error: unknown) => void,
): HistoryIndex {
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
    async read() {
      const reading = await readJson(files, indexPath).catch(onFailure);
      kept = reading?.kind === 'value' && isIndex(reading.value) ? reading.value.conversations : [];
      return kept;
    },
    async keep(conversations, left) {
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
    // Most have not been read again.
    summary === others[index] || JSON.stringify(summary) === JSON.stringify(others[index]);
  return some.length === others.length && some.every(isSameAt);
}

/** What summaries are read from. */
export interface SummarySource {
  readonly files: Pick<StoreFiles, 'changedAt'>;
  readonly store: Pick<ChatStore, 'load'>;
  /** Names what has no word in it. */
  readonly untitled: string;
  /** Hears why a conversation cannot be read, once until it can be again. */
  readonly onFailure: (error: unknown) => void;
}

/** What was read of a conversation; where nothing has been said there is no summary. */
export interface SummaryReading {
  readonly filesChangedAt: number;
  readonly summary: ChatSummary | undefined;
}

/** A time that no folder has: what could not be read is read again each time, and as one that has changed. */
export const neverRead = -1;

/** Whether there is such a reading. */
export function isRead(reading: SummaryReading | undefined): boolean {
  return reading !== undefined && reading.filesChangedAt !== neverRead;
}

/** Reads a conversation; one that cannot be read is as it was `before`, and keeps none of the others away. */
export function createSummaryReader({
  files,
  store,
  untitled,
  onFailure,
}: SummarySource): (id: string, before: SummaryReading | undefined) => Promise<SummaryReading> {
  const failing = new Set<string>();
  return async (id, before) => {
    try {
      // Before it is read, so that a change meanwhile is not taken for read.
      const filesChangedAt = await folderChangedAt(files, id);
      const stored = await store.load(id);
      failing.delete(id);
      return { filesChangedAt, summary: stored && summaryOf(stored, untitled, filesChangedAt) };
    } catch (error) {
      if (!failing.has(id)) {
        failing.add(id);
        onFailure(error);
      }
      return { filesChangedAt: neverRead, summary: before?.summary };
    }
  };
}
