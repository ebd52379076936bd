import { forEachConcurrently } from '../base/concurrency.ts';
import type { ChatStore } from '../store/chatStore.ts';
import type { StoreFiles } from '../store/storeFiles.ts';
import { folderChangedAt } from '../store/storePaths.ts';
import {
  type ChatSummary,
  createSummaryReader,
  isRead,
  neverRead,
  newestFirst,
  type SummaryReading,
  type SummarySource,
} from './chatSummary.ts';
import type { Redactor } from '../base/redactor.ts';
import { createHistoryIndex, type HistoryIndex } from './historyIndex.ts';
import { HistoryPoll } from './historyPoll.ts';

/** Number of chats whose files are read, or whose times are looked up, at the same time. */
const atOnce = { read: 32, look: 8, lookFirst: 32 };

/** How long `soFar` reads chats that are not in the index. */
const readForMs = 400;

/** This many of the newest chats are read again after the start: the times of folders may be too coarse to show a change. */
const readAgainAtStart = 20;

/** The files of the chats that are listed. */
export interface HistoryOptions extends SummarySource {
  readonly files: StoreFiles;
  readonly store: Pick<ChatStore, 'list' | 'load'>;
  /** Masks known secrets in titles, which may begin with a message that contains one. */
  readonly redactor: Pick<Redactor, 'redact' | 'ready'>;
}

/** The summaries that are known so far, with masked titles, and the number of chats that are not read yet. */
export interface HistorySoFar {
  readonly summaries: readonly ChatSummary[];
  readonly left: number;
}

type Known = Map<string, SummaryReading>;

/**
 * The summaries of all stored chats. They are derived from the chats and kept in `index.json`; if that
 * is missing or wrong, they are read from the chats again. Nothing is read before the first call.
 */
export class History {
  readonly #options: HistoryOptions;
  readonly #listeners = new ChangeListeners();
  readonly #read: ReturnType<typeof createSummaryReader>;
  #known: Known | undefined;
  #changed = new Set<string>();
  /** The ids of the chats to be read, in this order. */
  #unread: readonly string[] = [];
  #work: Promise<unknown> = Promise.resolve();
  #readMs = 0;
  /** All chats that were read, the newest first. */
  #seen: readonly (Pick<SummaryReading, 'filesChangedAt'> & { readonly id: string })[] | undefined;
  readonly #poll: HistoryPoll;
  readonly #index: HistoryIndex;

  constructor(options: HistoryOptions) {
    const { files, store, onFailure } = options;
    this.#options = options;
    this.#read = createSummaryReader(options);
    this.#index = createHistoryIndex(files, onFailure);
    this.#poll = new HistoryPoll({
      files,
      list: async () => store.list(),
      seen: () => this.#seen,
      touch: (id) => this.touch(id),
    });
  }

  /** Must be called with the id of a chat that was added, changed or deleted. */
  touch(id: string): void {
    this.#changed.add(id);
    this.#listeners.tellSoon(this.#readMs);
  }

  /** Calls `listener` shortly after something has changed, until the result is called. */
  onDidChange(listener: () => void): () => void {
    return this.#listeners.listen(listener);
  }

  /** Checks every second for changes of other windows, until the result is called. Used while a list is shown. */
  keepLooking(): () => void {
    return this.#poll.start();
  }

  /** All chats with messages, with masked titles, the newest first. Throws what the file system throws. */
  async all(): Promise<readonly ChatSummary[]> {
    await (this.#known ?? this.soFar());
    return (await this.#queue(Number.POSITIVE_INFINITY)).summaries;
  }

  /**
   * The chats that are known after a short time of reading. Each call continues reading; while chats
   * are left, listeners are called. Throws what the file system throws.
   */
  async soFar(): Promise<HistorySoFar> {
    return this.#queue(readForMs);
  }

  async #queue(forMs: number): Promise<HistorySoFar> {
    const result = this.#work.then(async () => this.#update(forMs));
    // The next update waits for the write of the index, the caller does not.
    const kept = result.then(async ({ summaries, left }) => this.#index.keep(summaries, left));
    this.#work = kept.catch(() => undefined);
    return result;
  }

  async #update(forMs: number): Promise<HistorySoFar> {
    const isFirst = this.#known === undefined;
    const known = (this.#known ??= await this.#readIndex());
    const newest = isFirst ? newestFirst(summariesOf(known)).slice(0, readAgainAtStart) : [];
    await this.#touchChanged(newest);
    await this.#findUnread(known);
    const startedAt = Date.now();
    const read = await this.#readUnread(known, startedAt + forMs);
    this.#readMs = Date.now() - startedAt;
    const summaries = newestFirst(summariesOf(known));
    this.#seen = seenOf(known, summaries);
    if (isFirst) {
      const again = newest.map(({ id }) => id).filter((id) => !read.has(id));
      again.forEach((id) => this.touch(id));
      const looked = new Set([...read, ...again]);
      void this.#touchChanged(summaries.filter(({ id }) => !looked.has(id)));
    }
    if (this.#unread.length > 0) {
      this.#listeners.tellSoon(this.#readMs);
    }
    return { summaries: await this.#masked(summaries), left: this.#unread.length };
  }

  async #masked(summaries: readonly ChatSummary[]): Promise<readonly ChatSummary[]> {
    const { redactor } = this.#options;
    await redactor.ready();
    return summaries.map((summary) => {
      const title = redactor.redact(summary.title);
      return title === summary.title ? summary : { ...summary, title };
    });
  }

  /** Forgets deleted chats and queues the added and changed ones for reading. */
  async #findUnread(known: Known): Promise<void> {
    const ids = new Set(await this.#options.store.list());
    const gone = [...known.keys()].filter((id) => !ids.has(id));
    gone.forEach((id) => known.delete(id));
    const waiting = new Set(this.#unread);
    const fresh = [...ids].filter(
      (id) => (!isRead(known.get(id)) || this.#changed.has(id)) && !waiting.has(id),
    );
    this.#changed = new Set();
    this.#unread = [
      ...(await latestFirst(this.#options.files, fresh)),
      ...this.#unread.filter((id) => ids.has(id)),
    ];
  }

  /** Reads queued chats until `untilMs`; gives the ids of those that were read. */
  async #readUnread(known: Known, untilMs: number): Promise<ReadonlySet<string>> {
    const read = new Set<string>();
    await forEachConcurrently(this.#unread, atOnce.read, async (id) => {
      if (Date.now() < untilMs) {
        const reading = await this.#read(id, known.get(id));
        this.#poll.read(id, reading.filesChangedAt);
        known.set(id, reading);
        read.add(id);
      }
    });
    this.#unread = this.#unread.filter((id) => !read.has(id));
    return read;
  }

  async #readIndex(): Promise<Known> {
    const conversations = await this.#index.read();
    return new Map(conversations.map((summary) => [summary.id, { ...summary, summary }]));
  }

  /** Finds chats that were changed while no window was open, by another computer or program. */
  async #touchChanged(summaries: readonly ChatSummary[]): Promise<void> {
    await forEachConcurrently(summaries, atOnce.look, async ({ id, filesChangedAt }) => {
      const looked = folderChangedAt(this.#options.files, id);
      if ((await looked.catch(() => neverRead)) !== filesChangedAt) {
        this.touch(id);
      }
    });
  }
}

function summariesOf(known: Known): readonly (ChatSummary | undefined)[] {
  return [...known.values()].map(({ summary }) => summary);
}

/** The chats in the order of `summaries`, then those without a summary. */
function seenOf(known: Known, summaries: readonly ChatSummary[]) {
  const silent = [...known].filter(([, { summary }]) => summary === undefined);
  return [...summaries, ...silent.map(([id, { filesChangedAt }]) => ({ id, filesChangedAt }))];
}

/** With this many chats or fewer, nobody notices the order in which they are read. */
const mostInAnyOrder = 200;

/** The ids, those first whose files were written last; a few ids are given as they are. */
async function latestFirst(
  files: Pick<StoreFiles, 'changedAt'>,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length <= mostInAnyOrder) {
    return ids;
  }
  const changedAt = new Map<string, number>();
  await forEachConcurrently(ids, atOnce.lookFirst, async (id) =>
    changedAt.set(id, await folderChangedAt(files, id).catch(() => 0)),
  );
  return ids.toSorted((a, b) => (changedAt.get(b) ?? 0) - (changedAt.get(a) ?? 0));
}

/** The delay of a call: a multiple of the time that reading the list takes, within these bounds. */
const tellDelay = { leastMs: 300, mostMs: 1500, ofReading: 8 };

/** Calls listeners once for many changes that come close together. */
class ChangeListeners {
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Calls `listener` after changes until the result is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls the listeners soon; later if reading what they will ask for takes long. `readMs` is how long it took last. */
  tellSoon(readMs: number): void {
    if (this.#listeners.size > 0 && this.#timer === undefined) {
      const { leastMs, mostMs, ofReading } = tellDelay;
      const delayMs = Math.min(Math.max(readMs * ofReading, leastMs), mostMs);
      this.#timer = setTimeout(() => this.#tell(), delayMs);
    }
  }

  #tell(): void {
    this.#timer = undefined;
    this.#listeners.forEach((listener) => listener());
  }
}
