import {
  parseHistoryQuery,
  meetsConditions,
  type HistoryQuery,
} from '../../../conversation/search/historyQuery.ts';
import type { History } from '../history.ts';
import { isOpenToOthers } from '../../../conversation/takeIn.ts';
import {
  addGrams,
  emptyFilter,
  folded,
  type GramFilter,
  gramsOf,
  mayHold,
} from '../../../conversation/search/gramFilter.ts';
import {
  placeOf,
  searchForm,
  searchTexts,
  snippetOf,
} from '../../../conversation/search/searchText.ts';
import type { Conversation, Turn } from '../../../shared/conversation/conversation.ts';
import type { ChatStore } from '../../store/chatStore.ts';
import type { StoredConversation } from '../../store/loadConversation.ts';
import type { ChatSummary } from '../chatSummary.ts';
import { mapInOrder } from '../../base/concurrency.ts';
import type { SearchShards } from './searchShards.ts';

/** The search ends after this many hits. */
const mostHits = 200;

/** A long search saves its filters at this interval, so that after a restart the next one is faster. */
const keepEveryMs = 15_000;

/** With fewer chats to read the search is too fast for its progress to be shown. */
const leastToTell = 50;

/** Least time between two results, as it takes time to show one. */
const giveEveryMs = 100;

/** The stored chats as a list and as a search. */
export interface HistorySource {
  readonly history: History;
  readonly search: HistorySearch;
}

/** Searches titles and contents of the stored chats. */
export type HistorySearch = ReturnType<typeof createHistorySearch>;

/** Searches the chats of `history`. `onFailure` is called when the filters cannot be saved. */
export function createHistorySearch(
  history: Pick<History, 'soFar'>,
  services: SearchServices,
  onFailure: (error: unknown) => void,
) {
  const { shards } = services;
  let keptAt = Date.now();
  const save = async () => {
    keptAt = Date.now();
    const { summaries, left } = await history.soFar();
    const ids = new Set(summaries.map(({ id }) => id));
    await shards.save((id) => left > 0 || ids.has(id)).catch(onFailure);
  };
  return {
    /**
     * Gives the hits so far, again and again while there are more: chats found by title or tags, then those
     * found by their contents, the newest first; whether there may be more (`isCut`), how many chats could not be
     * read (`skipped`), and the share of those to be read that was read, from 0 to 1, unless it need not be shown.
     * Ends early when `signal` is aborted. Throws what the file system throws.
     */
    async *find(typed: string, signal: AbortSignal) {
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
            const toRead = step.left + left;
            const progress = toRead < leastToTell ? undefined : 1 - toRead / (searched.size + left);
            yield { hits: [...hits], isCut: false, skipped, progress };
          }
          if (Date.now() - keptAt > keepEveryMs) {
            await save();
          }
        }
      }
      if (!signal.aborted) {
        const isCut = hits.length > mostHits;
        yield { hits: hits.slice(0, mostHits), isCut, skipped, progress: undefined };
        await save();
      }
    },
    /** Saves the filters and frees their memory until the next search. */
    async release() {
      await save();
      shards.release();
    },
  };
}

/** A chat that was found, with a line of it where it was found by its contents. */
export interface SearchHit {
  readonly summary: ChatSummary;
  readonly snippet?: string | undefined;
}

/** What a search reads from. */
export interface SearchServices {
  readonly store: Pick<ChatStore, 'load'>;
  readonly shards: SearchShards;
  /** Masks known secrets in the lines that are shown. */
  readonly redact: (text: string) => string;
  /** The name of this window's workspace. */
  readonly here: string | undefined;
}

/** What was found, in titles and tags or in the contents of one chat. */
interface Found {
  readonly hits: readonly SearchHit[];
  /** Number of chats that could not be read. */
  readonly skipped: number;
}

/** Number of chats that are read at the same time. */
const readAtOnce = 16;

/**
 * Finds the chats that have every word of the query in their title, tags or contents (there words of one or two
 * letters as whole words only), in the order of `summaries`: first those for which title and tags are enough,
 * then the others as they are read. Each step says how many are `left` to read. Ends early when `signal` is aborted.
 * A chat that cannot be read is skipped.
 */
async function* searchConversations(
  query: HistoryQuery,
  summaries: readonly ChatSummary[],
  services: SearchServices,
  signal: AbortSignal,
): AsyncGenerator<Found & { readonly left: number }> {
  const asked = summaries
    .filter((summary) => meetsConditions(summary, query.conditions, services.here))
    .map((summary) => ({ summary, words: wordsBeyondTitle(summary, query.words) }));
  yield { hits: asked.filter(({ words }) => words.length === 0), skipped: 0, left: asked.length };
  const candidates: Candidate[] = [];
  for (const one of asked) {
    if (one.words.length > 0 && (await mayMatch(one, services.shards))) {
      candidates.push(one);
    }
  }
  let left = candidates.length;
  for await (const found of mapInOrder(candidates, readAtOnce, async (one) =>
    look(one, services, signal),
  )) {
    if (signal.aborted) {
      return;
    }
    left -= 1;
    yield { ...found, left };
  }
}

/** A chat and the words that have to be in its contents, as they are not in its title or tags. */
interface Candidate {
  readonly summary: ChatSummary;
  readonly words: readonly string[];
}

function wordsBeyondTitle(
  { title, tags }: ChatSummary,
  words: readonly string[],
): readonly string[] {
  const known = searchForm([title, ...tags].join('\n'));
  return words.filter((word) => !known.includes(word));
}

/** Whether the contents of a chat may have the words, as far as its filter tells. */
async function mayMatch({ summary, words }: Candidate, shards: SearchShards): Promise<boolean> {
  const filter = await shards.get(summary.id, stampOf(summary));
  return filter === undefined || mayHold(filter, words.flatMap(gramsOf));
}

const nothingFound: Found = { hits: [], skipped: 0 };

/** Searches the contents of one chat, and adds its filter where that is missing. */
async function look(
  { summary, words }: Candidate,
  { store, shards, redact }: SearchServices,
  signal: AbortSignal,
): Promise<Found> {
  const stored = signal.aborted
    ? undefined
    : await store.load(summary.id).catch(() => 'failed' as const);
  if (stored === undefined || signal.aborted) {
    return nothingFound;
  }
  if (stored === 'failed' || isUnreadable(stored)) {
    return { hits: [], skipped: 1 };
  }
  const stamp = stampOf(summary);
  if (isWhole(stored) && (await shards.get(summary.id, stamp)) === undefined) {
    await shards.put(summary.id, stamp, filterOf(stored.conversation));
  }
  const texts = [...searchTexts(stored.conversation)];
  const forms = texts.map(searchForm);
  const places = words.map((word) => forms.findIndex((form) => placeOf(form, word) !== -1));
  if (places.includes(-1)) {
    return nothingFound;
  }
  const [word = ''] = words;
  const [place = 0] = places;
  const snippet = snippetOf(texts[place] ?? '', word);
  return { hits: [{ summary, snippet: snippet && redact(snippet) }], skipped: 0 };
}

/** Whether no message of a chat can be read, although there are files of it. */
function isUnreadable({ conversation, setAside, unreadable }: StoredConversation): boolean {
  return conversation.turns.length === 0 && setAside.length + unreadable.length > 0;
}

/** After so long a reply without an end no longer grows: its window was closed. */
const growsMs = 24 * 60 * 60 * 1000;

/** Whether all texts of this state of the chat are there. The stamp stays the same while a reply grows. */
function isWhole({ conversation, unreadable }: StoredConversation): boolean {
  return unreadable.length === 0 && !conversation.turns.some(mayGrow);
}

function mayGrow(turn: Turn): boolean {
  return isOpenToOthers(turn) && turn.reply.startedAt > Date.now() - growsMs;
}

function filterOf(conversation: Conversation): GramFilter {
  // Removed turns are included: restoring them changes neither time nor count in the stamp.
  const texts = [...searchTexts({ ...conversation, removedIds: undefined })];
  const filter = emptyFilter(texts.reduce((sum, { length }) => sum + length, 0));
  texts.forEach((text) => addGrams(filter, text));
  return folded(filter);
}

/** Names the state of a chat: a filter with another stamp is out of date. */
function stampOf({ changedAt, turnCount }: ChatSummary): string {
  return `${changedAt}/${turnCount}`;
}
