import type { ConversationStore } from './conversationStore.ts';
import { summaryOf, type ConversationSummary } from './conversationSummary.ts';
import { folderChangedAt } from './folderChangedAt.ts';
import type { StoreFiles } from './storeFiles.ts';

/** What summaries are read from. */
export interface SummarySource {
  readonly files: Pick<StoreFiles, 'changedAt'>;
  readonly store: Pick<ConversationStore, 'load'>;
  /** Names what has no word in it. */
  readonly untitled: string;
  /** Hears why a conversation cannot be read, once until it can be again. */
  readonly onFailure: (error: unknown) => void;
}

/** What was read of a conversation; where nothing has been said there is no summary. */
export interface SummaryReading {
  readonly filesChangedAt: number;
  readonly summary: ConversationSummary | undefined;
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
