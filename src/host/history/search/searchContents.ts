import {
  addGrams,
  emptyFilter,
  folded,
  gramsOf,
  mayHold,
} from '../../../conversation/search/gramFilter.ts';
import { meetsConditions, type HistoryQuery } from '../../../conversation/search/historyQuery.ts';
import { searchForm, searchTexts, snippetOf } from '../../../conversation/search/searchText.ts';
import type { Conversation } from '../../../shared/conversation/conversation.ts';
import type { ChatStore } from '../../store/chatStore.ts';
import type { ChatSummary } from '../chatSummary.ts';
import { mapInOrder } from '../../base/concurrency.ts';
import type { SearchShards } from './searchShards.ts';

/** A conversation that was found, with a line of it where its contents were. */
export interface SearchHit {
  readonly summary: ChatSummary;
  readonly snippet?: string | undefined;
}

/** What a search is made with. */
export interface SearchServices {
  readonly store: Pick<ChatStore, 'load'>;
  readonly shards: SearchShards;
  /** The name of this window's workspace. */
  readonly here: string | undefined;
}

/** What a step of a search has found. */
export interface SearchStep {
  readonly hits: readonly SearchHit[];
  /** How many conversations have been read, of those that have to be. */
  readonly read: number;
  readonly toRead: number;
}

/** Conversations that are read at once. */
const readAtOnce = 16;

/** After so much text the extension host is let do something else. */
const pauseAfterCharacters = 1_000_000;

/**
 * Finds the conversations that have every word of the query in their title, tags or contents: those
 * that need not be read at once, the others as they have been read, in the order of `summaries`.
 * Ends early when `signal` is aborted. A conversation that cannot be read is not found.
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
  yield { hits, read: 0, toRead: asked.length };
  const candidates = await candidatesOf(asked, services.shards);
  const toRead = candidates.length;
  let read = 0;
  const looks = mapInOrder(candidates, readAtOnce, async (one) =>
    signal.aborted ? [] : look(one, services, signal),
  );
  for await (const found of looks) {
    read += 1;
    if (signal.aborted) {
      return;
    }
    yield { hits: found, read, toRead };
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

/** A conversation and the words that have to be in its contents. */
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
  // Two letters are in nearly everything, and what has them can only be found by reading all.
  if (grams.length === 0) {
    return true;
  }
  const filter = await shards.get(summary.id, stampOf(summary));
  return filter !== undefined && !mayHold(filter, grams);
}

/** Reads a conversation, and makes its filter where that is missing. */
async function look(
  { summary, words }: Candidate,
  { store, shards }: SearchServices,
  signal: AbortSignal,
): Promise<readonly SearchHit[]> {
  const stored = await store.load(summary.id).catch(() => undefined);
  if (stored === undefined || signal.aborted) {
    return [];
  }
  const stamp = stampOf(summary);
  if ((await shards.get(summary.id, stamp)) === undefined) {
    await shards.put(summary.id, stamp, await filterOf(stored.conversation));
  }
  const texts = [...searchTexts(stored.conversation)];
  const forms = texts.map(searchForm);
  if (!words.every((word) => forms.some((form) => form.includes(word)))) {
    return [];
  }
  const [word = ''] = words;
  const place = forms.findIndex((form) => form.includes(word));
  return [{ summary, snippet: snippetOf(texts[place] ?? '', word) }];
}

async function filterOf(conversation: Conversation): Promise<Uint8Array> {
  // What was removed may be brought back without a new stamp.
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

/** What a conversation has been said of so far; a filter of another state is of no use. */
function stampOf({ changedAt, turnCount }: ChatSummary): string {
  return `${changedAt}/${turnCount}`;
}
