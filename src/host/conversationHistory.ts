import { isArrayOf, isObjectOf, isOneOf } from '../shared/guards.ts';
import type { ConversationStore } from './conversationStore.ts';
import {
  isConversationSummary,
  summaryOf,
  type ConversationSummary,
} from './conversationSummary.ts';
import { readJson, writeJson } from './jsonFile.ts';
import type { StoreFiles } from './storeFiles.ts';

const indexPath = 'index.json';
const indexFormat = 1;

/** Files that are open at once while the index is made. */
const readAtOnce = 32;

/** The newest may have been changed by another window while this one was not there to see it. */
const readAgainAtStart = 20;

const isIndex = isObjectOf({
  format: isOneOf(`${indexFormat}`),
  conversations: isArrayOf(isConversationSummary),
});

/**
 * What the history shows of the stored conversations. It is derived: kept in `index.json`, and made
 * anew where that is missing or wrong.
 */
export class ConversationHistory {
  readonly #files: StoreFiles;
  readonly #store: Pick<ConversationStore, 'list' | 'load'>;
  readonly #untitled: string;
  readonly #onFailure: (error: unknown) => void;
  #known: Map<string, ConversationSummary | undefined> | undefined;
  #changed = new Set<string>();

  /** `untitled` names what has no word in it; `onFailure` hears when the index cannot be kept. */
  constructor(
    files: StoreFiles,
    store: Pick<ConversationStore, 'list' | 'load'>,
    untitled: string,
    onFailure: (error: unknown) => void,
  ) {
    this.#files = files;
    this.#store = store;
    this.#untitled = untitled;
    this.#onFailure = onFailure;
  }

  /** Notes that a conversation has changed, come or gone. */
  touch(id: string): void {
    this.#changed.add(id);
  }

  /** All conversations in which something has been said, the newest first. */
  async all(): Promise<readonly ConversationSummary[]> {
    const known = (this.#known ??= await this.#readIndex());
    const ids = new Set(await this.#store.list());
    const gone = [...known.keys()].filter((id) => !ids.has(id));
    gone.forEach((id) => known.delete(id));
    const unread = [...ids].filter((id) => !known.has(id) || this.#changed.has(id));
    this.#changed = new Set();
    await this.#readAll(unread, known);
    if (unread.length + gone.length > 0) {
      await this.#writeIndex(known);
    }
    return [...known.values()]
      .filter((summary) => summary !== undefined)
      .toSorted((a, b) => b.changedAt - a.changedAt);
  }

  async #readAll(
    ids: readonly string[],
    known: Map<string, ConversationSummary | undefined>,
  ): Promise<void> {
    const left = [...ids];
    const work = async (): Promise<void> => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const stored = await this.#store.load(id);
        known.set(id, stored && summaryOf(stored, this.#untitled));
      }
    };
    await Promise.all(Array.from({ length: readAtOnce }, work));
  }

  async #readIndex(): Promise<Map<string, ConversationSummary | undefined>> {
    try {
      const reading = await readJson(this.#files, indexPath);
      const index = reading.kind === 'value' && isIndex(reading.value) ? reading.value : undefined;
      const conversations = index?.conversations ?? [];
      conversations.slice(0, readAgainAtStart).forEach(({ id }) => this.touch(id));
      return new Map(conversations.map((summary) => [summary.id, summary]));
    } catch (error) {
      this.#onFailure(error);
      return new Map();
    }
  }

  async #writeIndex(known: ReadonlyMap<string, ConversationSummary | undefined>): Promise<void> {
    const conversations = [...known.values()]
      .filter((summary) => summary !== undefined)
      .toSorted((a, b) => b.changedAt - a.changedAt);
    try {
      await writeJson(this.#files, indexPath, { format: `${indexFormat}`, conversations });
    } catch (error) {
      this.#onFailure(error);
    }
  }
}
