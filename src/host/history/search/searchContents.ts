import { isOpenToOthers } from '../../../conversation/merge/takeIn.ts';
import {
  addGrams,
  emptyFilter,
  folded,
  gramsOf,
  mayHold,
} from '../../../conversation/search/gramFilter.ts';
import { meetsConditions, type HistoryQuery } from '../../../conversation/search/historyQuery.ts';
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

/** What one step of a search has found. */
export interface SearchStep {
  readonly hits: readonly SearchHit[];
  /** Number of chats that have been read, and of those that have to be read. */
  readonly read: number;
  readonly toRead: number;
  /** Number of chats that could not be read in this step. */
  readonly skipped: number;
}

/** Number of chats that are read at the same time. */
const readAtOnce = 16;

/** After so much text the search pauses, so that the extension host can do other work. */
const pauseAfterCharacters = 1_000_000;

/**
 * Finds the chats that have every word of the query in their title, tags or contents (there words of one or two
 * letters as whole words only), in the order of `summaries`: first those for which title and tags are enough,
 * then the others as they are read. Ends early when `signal` is aborted. A chat that cannot be read is skipped.
 */
export async function* searchConversations(
  query: HistoryQuery,
  summaries: readonly ChatSummary[],
  services: SearchServices,
  signal: AbortSignal,
): AsyncGenerator<SearchStep> {
  const asked = summaries
    .filter((summary) => meetsConditions(summary, query.conditions, services.here))
    .map((summary) => ({ summary, words: wordsBeyondTitle(summary, query.words) }));
  const hits = asked.filter(({ words }) => words.length === 0);
  yield { hits, read: 0, toRead: asked.length, skipped: 0 };
  const candidates = await candidatesOf(asked, services.shards);
  const toRead = candidates.length;
  let read = 0;
  const looks = mapInOrder(candidates, readAtOnce, async (one) =>
    signal.aborted ? nothingFound : look(one, services, signal),
  );
  for await (const found of looks) {
    read += 1;
    if (signal.aborted) {
      return;
    }
    yield { ...found, read, toRead };
  }
}

async function candidatesOf(
  asked: readonly Candidate[],
  shards: SearchShards,
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  for (const one of asked) {
    const isHopeless = one.words.length === 0 || (await isRuledOut(one, shards));
    if (!isHopeless) {
      candidates.push(one);
    }
  }
  return candidates;
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

async function isRuledOut({ summary, words }: Candidate, shards: SearchShards): Promise<boolean> {
  const grams = words.flatMap(gramsOf);
  const filter = await shards.get(summary.id, stampOf(summary));
  return filter !== undefined && !mayHold(filter, grams);
}

/** What the contents of one chat give. */
type Found = Pick<SearchStep, 'hits' | 'skipped'>;

const nothingFound: Found = { hits: [], skipped: 0 };
const skipped: Found = { hits: [], skipped: 1 };

/** Searches the contents of one chat, and adds its filter where that is missing. */
async function look(
  { summary, words }: Candidate,
  { store, shards, redact }: SearchServices,
  signal: AbortSignal,
): Promise<Found> {
  const stored = await store.load(summary.id).catch(() => 'failed' as const);
  if (stored === undefined || signal.aborted) {
    return nothingFound;
  }
  if (stored === 'failed' || isUnreadable(stored)) {
    return skipped;
  }
  const stamp = stampOf(summary);
  if (isWhole(stored) && (await shards.get(summary.id, stamp)) === undefined) {
    await shards.put(summary.id, stamp, await filterOf(stored.conversation));
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

async function filterOf(conversation: Conversation): Promise<Uint8Array> {
  // Removed turns are included: restoring them changes neither time nor count in the stamp.
  const texts = [...searchTexts({ ...conversation, removedIds: undefined })];
  const filter = emptyFilter(texts.reduce((sum, { length }) => sum + length, 0));
  let sincePause = 0;
  for (const text of texts) {
    addGrams(filter, text);
    sincePause += text.length;
    if (sincePause > pauseAfterCharacters) {
      sincePause = 0;
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return folded(filter);
}

/** Names the state of a chat: a filter with another stamp is out of date. */
function stampOf({ changedAt, turnCount }: ChatSummary): string {
  return `${changedAt}/${turnCount}`;
}
