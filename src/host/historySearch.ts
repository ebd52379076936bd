import { parseHistoryQuery } from '../chat/historyQuery.ts';
import type { ConversationHistory } from './conversationHistory.ts';
import { searchConversations, type SearchHit, type SearchServices } from './conversationSearch.ts';

/** More are not looked through; then it is time for another word. */
const mostHits = 200;

/** What has been found so far. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** Whether there may be more than are given. */
  readonly isCut: boolean;
}

/** The search in titles and contents. */
export interface HistorySearch {
  /**
   * Gives what has been found so far, again and again, what is found by its title first and each the
   * newest first. Ends early when `signal` is aborted.
   */
  find(typed: string, signal: AbortSignal): AsyncGenerator<SearchResult>;
  /** Keeps what was learned and frees the memory, until the next search. */
  release(): Promise<void>;
}

/** Searches what `history` has; `onFailure` hears when what was learned cannot be kept. */
export function createHistorySearch(
  history: Pick<ConversationHistory, 'all'>,
  services: SearchServices,
  onFailure: (error: unknown) => void,
): HistorySearch {
  const { shards } = services;
  const save = async () => {
    const ids = new Set((await history.all()).map(({ id }) => id));
    await shards.save((id) => ids.has(id)).catch(onFailure);
  };
  return {
    async *find(typed, signal) {
      const hits: SearchHit[] = [];
      const found = searchConversations(
        parseHistoryQuery(typed),
        await history.all(),
        services,
        signal,
      );
      for await (const more of found) {
        hits.push(...more);
        const isCut = hits.length > mostHits;
        yield { hits: hits.slice(0, mostHits), isCut };
        if (isCut) {
          break;
        }
      }
      if (!signal.aborted) {
        await save();
      }
    },
    async release() {
      await save();
      shards.release();
    },
  };
}
