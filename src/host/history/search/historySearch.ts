import { parseHistoryQuery } from '../../../conversation/search/historyQuery.ts';
import type { History } from '../history.ts';
import { searchConversations, type SearchHit, type SearchServices } from './searchContents.ts';

/** The search ends after this many hits. */
const mostHits = 200;

/** A long search saves its filters at this interval, so that after a restart the next one is faster. */
const keepEveryMs = 15_000;

/** With fewer chats to read the search is too fast for its progress to be shown. */
const leastToTell = 50;

/** Least time between two results, as it takes time to show one. */
const giveEveryMs = 100;

/** The hits that have been found so far. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** Whether there may be more hits than these. */
  readonly isCut: boolean;
  /** Number of chats so far that could not be read. */
  readonly skipped: number;
  /** The share of the chats to be read that was read, from 0 to 1; undefined where it need not be shown. */
  readonly progress?: number | undefined;
}

/** Searches titles and contents of the stored chats. */
export interface HistorySearch {
  /**
   * Gives the hits so far, again and again while there are more: chats found by title or tags, then those
   * found by their contents, the newest first. Ends early when `signal` is aborted. Throws what the file
   * system throws.
   */
  find(typed: string, signal: AbortSignal): AsyncGenerator<SearchResult>;
  /** Saves the filters and frees their memory until the next search. */
  release(): Promise<void>;
}

/** Searches the chats of `history`. `onFailure` is called when the filters cannot be saved. */
export function createHistorySearch(
  history: Pick<History, 'soFar'>,
  services: SearchServices,
  onFailure: (error: unknown) => void,
): HistorySearch {
  const { shards } = services;
  let keptAt = Date.now();
  const save = async () => {
    keptAt = Date.now();
    const { summaries, left } = await history.soFar();
    const ids = new Set(summaries.map(({ id }) => id));
    await shards.save((id) => left > 0 || ids.has(id)).catch(onFailure);
  };
  return {
    async *find(typed, signal) {
      const query = parseHistoryQuery(typed);
      const searched = new Set<string>();
      const hits: SearchHit[] = [];
      let skipped = 0;
      let givenAt = Number.NEGATIVE_INFINITY;
      // Those that are known, then those that were read for the list in the meantime.
      for (let left = 1; left > 0 && hits.length <= mostHits && !signal.aborted;) {
        const soFar = await history.soFar();
        ({ left } = soFar);
        const fresh = soFar.summaries.filter(({ id }) => !searched.has(id));
        fresh.forEach(({ id }) => searched.add(id));
        for await (const step of searchConversations(query, fresh, services, signal)) {
          const isFirst = hits.length === 0 && step.hits.length > 0;
          hits.push(...step.hits);
          skipped += step.skipped;
          if (hits.length > mostHits) {
            break;
          }
          if (isFirst || Date.now() - givenAt > giveEveryMs) {
            givenAt = Date.now();
            const toRead = step.toRead - step.read + left;
            const progress = toRead < leastToTell ? undefined : 1 - toRead / (searched.size + left);
            yield { hits: [...hits], isCut: false, skipped, progress };
          }
          if (Date.now() - keptAt > keepEveryMs) {
            await save();
          }
        }
      }
      if (!signal.aborted) {
        yield { hits: hits.slice(0, mostHits), isCut: hits.length > mostHits, skipped };
        await save();
      }
    },
    async release() {
      await save();
      shards.release();
    },
  };
}
