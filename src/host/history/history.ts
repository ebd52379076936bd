import type { ChatStore } from '../store/chatStore.ts';
import { newestFirst, type ChatSummary } from './chatSummary.ts';
import { folderChangedAt } from '../store/storePaths.ts';
import { forEachConcurrently } from '../base/concurrency.ts';
import {
  createHistoryIndex,
  createSummaryReader,
  type HistoryIndex,
  isRead,
  neverRead,
  type SummaryReading,
  type SummarySource,
} from './historyIndex.ts';
import { createListTold, HistoryPoll, latestFirst } from './historyChanges.ts';
import type { StoreFiles } from '../store/storeFiles.ts';

/** Conversations that are read at once, and looked at where nobody waits for that. */
const atOnce = { read: 32, look: 8 };

/** Who shows what there is waits so long for what is not in the index. */
const readForMs = 400;

/** The newest are read again once there is something to show: a folder's time may be too coarse. */
const readAgainAtStart = 20;

/** What a history is of. */
export interface HistoryOptions extends SummarySource {
  readonly files: StoreFiles;
  readonly store: Pick<ChatStore, 'list' | 'load'>;
  /** Hears also when the index cannot be kept. */
  readonly onFailure: (error: unknown) => void;
  /** Called when it is asked for the first time: from then on changes have to be told. */
  readonly onFirstUse?: () => void;
}

type Known = Map<string, SummaryReading>;

/** The summaries that are known, and how many conversations are still to be read. */
export interface HistorySoFar {
  readonly summaries: readonly ChatSummary[];
  readonly left: number;
}

/**
 * What the history shows of the stored conversations. It is derived: kept in `index.json`, and made
 * anew where that is missing or wrong. Nothing is read before it is asked for.
 */
export class History {
  readonly #options: HistoryOptions;
  readonly #told = createListTold();
  readonly #read: ReturnType<typeof createSummaryReader>;
  #known: Known | undefined;
  #changed = new Set<string>();
  /** What is to be read next comes first. */
  #unread: readonly string[] = [];
  #work: Promise<unknown> = Promise.resolve();
  #readMs = 0;
  /** All that was read, the newest first. */
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

  /** Notes that a conversation has changed, come or gone. */
  touch(id: string): void {
    this.#changed.add(id);
    this.#told.tellSoon(this.#readMs);
  }

  /** Calls `listener` a moment after something has changed, until the result is called. */
  onDidChange(listener: () => void): () => void {
    return this.#told.listen(listener);
  }

  /** Looks for changes itself, until the result is called: for as long as somebody sees the list. */
  keepLooking(): () => void {
    return this.#poll.start();
  }

  /** All conversations in which something has been said, the newest first. */
  async all(): Promise<readonly ChatSummary[]> {
    await (this.#known ?? this.soFar());
    return (await this.#queue(Number.POSITIVE_INFINITY)).summaries;
  }

  /**
   * The same without what takes long to read, of which some more is read each time; listeners are told
   * for as long as there is more.
   */
  async soFar(): Promise<HistorySoFar> {
    return this.#queue(readForMs);
  }

  async #queue(forMs: number): Promise<HistorySoFar> {
    const result = this.#work.then(async () => this.#update(forMs));
    // Nobody waits for that.
    const kept = result.then(async ({ summaries, left }) => this.#index.keep(summaries, left));
    this.#work = kept.catch(() => undefined);
    return result;
  }

  async #update(forMs: number): Promise<HistorySoFar> {
    const isFirst = this.#known === undefined;
    if (isFirst) {
      this.#options.onFirstUse?.();
    }
    const known = (this.#known ??= await this.#readIndex());
    const newest = isFirst ? newestFirst(summariesOf(known)).slice(0, readAgainAtStart) : [];
    await this.#touchChanged(newest);
    await this.#look(known);
    const startedAt = Date.now();
    const read = await this.#readUnread(known, startedAt + forMs);
    this.#readMs = Date.now() - startedAt;
    const summaries = this.#note(known);
    if (isFirst) {
      const again = newest.map(({ id }) => id).filter((id) => !read.has(id));
      again.forEach((id) => this.touch(id));
      const looked = new Set([...read, ...again]);
      void this.#touchChanged(summaries.filter(({ id }) => !looked.has(id)));
    }
    if (this.#unread.length > 0) {
      this.#told.tellSoon(this.#readMs);
    }
    return { summaries, left: this.#unread.length };
  }

  /** Sees what has come, changed or gone. */
  async #look(known: Known): Promise<void> {
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

  /** Reads what is to be read until the time is over; gives what was read. */
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

  /** Other windows, or a program that keeps folders alike, may have been at work before. */
  async #touchChanged(summaries: readonly ChatSummary[]): Promise<void> {
    await forEachConcurrently(summaries, atOnce.look, async ({ id, filesChangedAt }) => {
      const looked = folderChangedAt(this.#options.files, id);
      if ((await looked.catch(() => neverRead)) !== filesChangedAt) {
        this.touch(id);
      }
    });
  }

  #note(known: Known): readonly ChatSummary[] {
    const summaries = newestFirst(summariesOf(known));
    const silent = [...known].filter(([, { summary }]) => summary === undefined);
    this.#seen = [
      ...summaries,
      ...silent.map(([id, { filesChangedAt }]) => ({ id, filesChangedAt })),
    ];
    return summaries;
  }
}

function summariesOf(known: Known): readonly (ChatSummary | undefined)[] {
  return [...known.values()].map(({ summary }) => summary);
}
