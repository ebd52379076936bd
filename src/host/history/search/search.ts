import { parseHistoryQuery } from '../../../conversation/search/historyQuery.ts';
import type { History } from '../history.ts';
import {
  searchConversations,
  type SearchHit,
  type SearchServices,
  type SearchStep,
} from './searchContents.ts';

/** More are not looked through; then it is time for another word. */
const mostHits = 200;

/** What was learned is kept so often while it takes long, so that a restart goes on from there. */
const keepEveryMs = 15_000;

/** Fewer are read before anybody would want to know how much is left. */
const leastToTell = 50;

/** What is found is given so often at most: to show it takes time, too. */
const giveEveryMs = 100;

/** What has been found so far. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** Whether there may be more than are given. */
  readonly isCut: boolean;
  /** How much of what has to be read has been, from 0 to 1; missing where that is not worth saying. */
  readonly progress?: number | undefined;
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

/** What is searched. */
type Searched = Pick<History, 'soFar'>;

/** Searches what `history` has; `onFailure` hears when what was learned cannot be kept. */
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

/** All hits so far, the first at once, then again and again, at last all there are. */
async function* gathered(
  steps: AsyncIterable<SearchStep>,
  signal: AbortSignal,
): AsyncGenerator<SearchResult> {
  const hits: SearchHit[] = [];
  let givenAt = Number.NEGATIVE_INFINITY;
  for await (const step of steps) {
    hits.push(...step.hits);
    if (hits.length > mostHits) {
      break;
    }
    const isFirst = hits.length > 0 && hits.length === step.hits.length;
    if (isFirst || Date.now() - givenAt > giveEveryMs) {
      givenAt = Date.now();
      yield { hits: [...hits], isCut: false, progress: progressOf(step) };
    }
  }
  if (!signal.aborted) {
    yield { hits: hits.slice(0, mostHits), isCut: hits.length > mostHits };
  }
}

function progressOf({ read, toRead }: SearchStep): number | undefined {
  return toRead - read < leastToTell ? undefined : read / toRead;
}

/** Searches what is known, then what has become known meanwhile. */
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
    for await (const { hits, read, toRead } of searchConversations(
      query,
      fresh,
      services,
      signal,
    )) {
      yield { hits, read: searched.size - toRead + read, toRead: searched.size + left };
    }
  }
}
