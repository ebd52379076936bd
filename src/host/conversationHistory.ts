import type { ConversationStore } from './conversationStore.ts';
import { newestFirst, summaryOf, type ConversationSummary } from './conversationSummary.ts';
import { folderChangedAt } from './folderChangedAt.ts';
import { forEachAtOnce } from './forEachAtOnce.ts';
import { readHistoryIndex, writeHistoryIndex } from './historyIndex.ts';
import { HistoryPoll } from './historyPoll.ts';
import type { StoreFiles } from './storeFiles.ts';

/** Files that are open at once while the index is made. */
const readAtOnce = 32;

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

/**
 * What the history shows of the stored conversations. It is derived: kept in `index.json`, and made
 * anew where that is missing or wrong. Nothing is read before it is asked for.
 */
export class ConversationHistory {
  readonly #options: HistoryOptions;
  readonly #listeners = new Set<() => void>();
  #known: Known | undefined;
  #changed = new Set<string>();
  #work: Promise<unknown> = Promise.resolve();
  #tellTimer: ReturnType<typeof setTimeout> | undefined;
  #readMs = 0;
  #keptAt = 0;
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
    if (this.#listeners.size > 0 && this.#tellTimer === undefined) {
      const { tellMs, mostTellMs, ofReading } = pauses;
      const delayMs = Math.min(Math.max(this.#readMs * ofReading, tellMs), mostTellMs);
      this.#tellTimer = setTimeout(() => this.#tell(), delayMs);
    }
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
    const result = this.#work.then(async () => this.#update());
    this.#work = result.catch(() => undefined);
    return result;
  }

  #tell(): void {
    this.#tellTimer = undefined;
    this.#listeners.forEach((listener) => listener());
  }

  async #update(): Promise<readonly ConversationSummary[]> {
    const { store, files, onFailure } = this.#options;
    const isFirst = this.#known === undefined;
    if (isFirst) {
      this.#options.onFirstUse?.();
    }
    const known = (this.#known ??= await this.#readIndex());
    const ids = new Set(await store.list());
    const gone = [...known.keys()].filter((id) => !ids.has(id));
    gone.forEach((id) => known.delete(id));
    const unread = [...ids].filter((id) => !known.has(id) || this.#changed.has(id));
    this.#changed = new Set();
    const startedAt = Date.now();
    await forEachAtOnce(unread, readAtOnce, async (id) => known.set(id, await this.#read(id)));
    this.#readMs = Date.now() - startedAt;
    const summaries = newestFirst([...known.values()].map(({ summary }) => summary));
    const silent = [...known].filter(([, { summary }]) => summary === undefined);
    this.#seen = [
      ...summaries,
      ...silent.map(([id, { filesChangedAt }]) => ({ id, filesChangedAt })),
    ];
    if (unread.length + gone.length > 0 && Date.now() - this.#keptAt > pauses.keepMs) {
      this.#keptAt = Date.now();
      await writeHistoryIndex(files, summaries).catch(onFailure);
    }
    if (isFirst) {
      const read = new Set(unread);
      this.#touchChanged(summaries.filter(({ id }) => !read.has(id))).catch(onFailure);
    }
    return summaries;
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
    await forEachAtOnce(summaries, readAtOnce, async ({ id, filesChangedAt }) => {
      if ((await folderChangedAt(this.#options.files, id)) !== filesChangedAt) {
        this.touch(id);
      }
    });
  }
}
