import { parseHistoryQuery } from '../../../conversation/search/historyQuery.ts';
import type { History } from '../history.ts';
import {
  searchConversations,
  type SearchHit,
  type SearchServices,
  type SearchStep,
} from './searchContents.ts';

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

/** The list that is searched. */
type Searched = Pick<History, 'soFar'>;

/** Searches the chats of `history`. `onFailure` is called when the filters cannot be saved. */
export function createHistorySearch(
  history: Searched,
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
      for await (const result of gathered(findAll(typed, history, services, signal), signal)) {
        yield result;
        if (Date.now() - keptAt > keepEveryMs) {
          await save();
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

/** Adds up the hits of the steps. Gives the first ones at once, then at intervals, and all of them at the end. */
async function* gathered(
  steps: AsyncIterable<SearchStep>,
  signal: AbortSignal,
): AsyncGenerator<SearchResult> {
  const hits: SearchHit[] = [];
  let skipped = 0;
  let givenAt = Number.NEGATIVE_INFINITY;
  for await (const step of steps) {
    hits.push(...step.hits);
    skipped += step.skipped;
    if (hits.length > mostHits) {
      break;
    }
    const isFirst = hits.length > 0 && hits.length === step.hits.length;
    if (isFirst || Date.now() - givenAt > giveEveryMs) {
      givenAt = Date.now();
      yield { hits: [...hits], isCut: false, skipped, progress: progressOf(step) };
    }
  }
  if (!signal.aborted) {
    yield { hits: hits.slice(0, mostHits), isCut: hits.length > mostHits, skipped };
  }
}

function progressOf({ read, toRead }: SearchStep): number | undefined {
  return toRead - read < leastToTell ? undefined : read / toRead;
}

/** Searches the chats that are known, then those that were read for the list in the meantime. */
async function* findAll(
  typed: string,
  history: Searched,
  services: SearchServices,
  signal: AbortSignal,
): AsyncGenerator<SearchStep> {
  const query = parseHistoryQuery(typed);
  const searched = new Set<string>();
  for (let isThereMore = true; isThereMore && !signal.aborted;) {
    const { summaries, left } = await history.soFar();
    isThereMore = left > 0;
    const fresh = summaries.filter(({ id }) => !searched.has(id));
    fresh.forEach(({ id }) => searched.add(id));
    for await (const { read, toRead, ...found } of searchConversations(
      query,
      fresh,
      services,
      signal,
    )) {
      yield { ...found, read: searched.size - toRead + read, toRead: searched.size + left };
    }
  }
}
