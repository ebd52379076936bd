import type { ConversationStore } from './conversationStore.ts';
import { newestFirst, summaryOf, type ConversationSummary } from './conversationSummary.ts';
import { folderChangedAt } from './folderChangedAt.ts';
import { forEachAtOnce } from './forEachAtOnce.ts';
import { readHistoryIndex, writeHistoryIndex } from './historyIndex.ts';
import { HistoryPoll } from './historyPoll.ts';
import { latestFirst } from './latestFirst.ts';
import type { StoreFiles } from './storeFiles.ts';

/** Conversations that are read at once, and looked at where nobody waits for that. */
const atOnce = { read: 32, look: 8 };

/** Who shows what there is waits so long for what is not in the index. */
const readForMs = 400;

/** With more to read, the newest go first. */
const mostInAnyOrder = 200;

/** The newest may have been changed by another window while this one was not there to see it. */
const readAgainAtStart = 20;

/** What changes often is told and kept so often at most. */
const pauses = { tellMs: 300, mostTellMs: 1500, ofReading: 8, keepMs: 10_000 };

/** What a history is of. */
export interface HistoryOptions {
  readonly files: StoreFiles;
  readonly store: Pick<ConversationStore, 'list' | 'load'>;
  /** Names what has no word in it. */
  readonly untitled: string;
  /** Hears when the index cannot be kept, or a change cannot be looked for. */
  readonly onFailure: (error: unknown) => void;
  /** Called when it is asked for the first time: from then on changes have to be told. */
  readonly onFirstUse?: () => void;
}

/** Where nothing has been said there is no summary. */
interface Read {
  readonly filesChangedAt: number;
  readonly summary: ConversationSummary | undefined;
}

type Known = Map<string, Read>;

/** The summaries that are known, and how many conversations are still to be read. */
export interface HistorySoFar {
  readonly summaries: readonly ConversationSummary[];
  readonly left: number;
}

/**
 * What the history shows of the stored conversations. It is derived: kept in `index.json`, and made
 * anew where that is missing or wrong. Nothing is read before it is asked for.
 */
export class ConversationHistory {
  readonly #options: HistoryOptions;
  readonly #listeners = new Set<() => void>();
  #known: Known | undefined;
  #changed = new Set<string>();
  /** What is to be read next comes first. */
  #unread: readonly string[] = [];
  #work: Promise<unknown> = Promise.resolve();
  #tellTimer: ReturnType<typeof setTimeout> | undefined;
  #readMs = 0;
  #keptAt = 0;
  #readSinceKept = 0;
  /** All that was read, the newest first. */
  #seen: readonly (Pick<Read, 'filesChangedAt'> & { readonly id: string })[] | undefined;

  readonly #poll: HistoryPoll;

  constructor(options: HistoryOptions) {
    const { files, store } = options;
    this.#options = options;
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
    this.#tellSoon();
  }

  /** Calls `listener` a moment after something has changed, until the result is called. */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Looks for changes itself, until the result is called: for as long as somebody sees the list. */
  keepLooking(): () => void {
    return this.#poll.start();
  }

  /** All conversations in which something has been said, the newest first. */
  async all(): Promise<readonly ConversationSummary[]> {
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
    this.#work = result.catch(() => undefined);
    return result;
  }

  #tellSoon(): void {
    if (this.#listeners.size > 0 && this.#tellTimer === undefined) {
      const { tellMs, mostTellMs, ofReading } = pauses;
      const delayMs = Math.min(Math.max(this.#readMs * ofReading, tellMs), mostTellMs);
      this.#tellTimer = setTimeout(() => this.#tell(), delayMs);
    }
  }

  #tell(): void {
    this.#tellTimer = undefined;
    this.#listeners.forEach((listener) => listener());
  }

  async #update(forMs: number): Promise<HistorySoFar> {
    const isFirst = this.#known === undefined;
    if (isFirst) {
      this.#options.onFirstUse?.();
    }
    const known = (this.#known ??= await this.#readIndex());
    const gone = await this.#look(known);
    const startedAt = Date.now();
    const read = await this.#readUnread(known, startedAt + forMs);
    this.#readMs = Date.now() - startedAt;
    const summaries = newestFirst([...known.values()].map(({ summary }) => summary));
    const silent = [...known].filter(([, { summary }]) => summary === undefined);
    this.#seen = [
      ...summaries,
      ...silent.map(([id, { filesChangedAt }]) => ({ id, filesChangedAt })),
    ];
    if (read.size + gone > 0) {
      this.#readSinceKept += read.size;
      await this.#keep(summaries);
    }
    if (isFirst) {
      const { onFailure } = this.#options;
      this.#touchChanged(summaries.filter(({ id }) => !read.has(id))).catch(onFailure);
    }
    if (this.#unread.length > 0) {
      this.#tellSoon();
    }
    return { summaries, left: this.#unread.length };
  }

  /** Sees what has come, changed or gone; gives how many have gone. */
  async #look(known: Known): Promise<number> {
    const ids = new Set(await this.#options.store.list());
    const gone = [...known.keys()].filter((id) => !ids.has(id));
    gone.forEach((id) => known.delete(id));
    const waiting = new Set(this.#unread);
    const fresh = [...ids].filter(
      (id) => (!known.has(id) || this.#changed.has(id)) && !waiting.has(id),
    );
    this.#changed = new Set();
    this.#unread = [
      ...(fresh.length > mostInAnyOrder ? await latestFirst(this.#options.files, fresh) : fresh),
      ...this.#unread.filter((id) => ids.has(id)),
    ];
    return gone.length;
  }

  /** Reads what is to be read until the time is over; gives what was read. */
  async #readUnread(known: Known, untilMs: number): Promise<ReadonlySet<string>> {
    const read = new Set<string>();
    await forEachAtOnce(this.#unread, atOnce.read, async (id) => {
      if (Date.now() < untilMs) {
        known.set(id, await this.#read(id));
        read.add(id);
      }
    });
    this.#unread = this.#unread.filter((id) => !read.has(id));
    return read;
  }

  async #keep(summaries: readonly ConversationSummary[]): Promise<void> {
    const isLongWork = this.#unread.length === 0 && this.#readSinceKept > mostInAnyOrder;
    if (isLongWork || Date.now() - this.#keptAt > pauses.keepMs) {
      this.#keptAt = Date.now();
      this.#readSinceKept = 0;
      await writeHistoryIndex(this.#options.files, summaries).catch(this.#options.onFailure);
    }
  }

  async #read(id: string): Promise<Read> {
    // Before it is read, so that a change meanwhile is not taken for read.
    const filesChangedAt = await folderChangedAt(this.#options.files, id);
    this.#poll.read(id, filesChangedAt);
    const stored = await this.#options.store.load(id);
    const summary = stored && summaryOf(stored, this.#options.untitled, filesChangedAt);
    return { filesChangedAt, summary };
  }

  async #readIndex(): Promise<Known> {
    const { files, onFailure } = this.#options;
    const conversations = await readHistoryIndex(files).catch((error: unknown) => {
      onFailure(error);
      return [];
    });
    conversations.slice(0, readAgainAtStart).forEach(({ id }) => this.#changed.add(id));
    return new Map(
      conversations.map((summary) => [
        summary.id,
        { summary, filesChangedAt: summary.filesChangedAt },
      ]),
    );
  }

  /** Other windows, or a program that keeps folders alike, may have been at work before. */
  async #touchChanged(summaries: readonly ConversationSummary[]): Promise<void> {
    await forEachAtOnce(summaries, atOnce.look, async ({ id, filesChangedAt }) => {
      if ((await folderChangedAt(this.#options.files, id)) !== filesChangedAt) {
        this.touch(id);
      }
    });
  }
}
