import { forEachConcurrently } from '../base/concurrency.ts';
import type { StoreFiles } from '../store/storeFiles.ts';
import { folderChangedAt } from '../store/storePaths.ts';
import { createStamp, settledMs } from '../store/sync/otherWindows.ts';

/** A chat, and the last change of its folders before it was read. */
interface Seen {
  readonly id: string;
  readonly filesChangedAt: number;
}

/** What is checked for changes. */
interface PollOptions {
  readonly files: Pick<StoreFiles, 'changedAt'>;
  readonly list: () => Promise<readonly string[]>;
  /** The chats that were read, the newest first; undefined before any was. */
  readonly seen: () => readonly Seen[] | undefined;
  /** Called with the id of each chat that was added, changed or deleted. */
  readonly touch: (id: string) => void;
}

/** Interval of the checks. */
const lookMs = 1000;

/** Every check looks at the newest chats, and at as many of the others as fit into `budgetMs`, in turn. */
const newestCount = 100;
const budgetMs = 100;
const atOnce = 32;

/**
 * Checks every second, while a list of chats is shown, whether stored chats have changed: other windows and
 * other computers write to the same folder. Asks for times only, as many file systems report no changes.
 */
export class HistoryPoll {
  readonly #options: PollOptions;
  /** Chats that were read so soon after a change that another one may have left the same time. */
  readonly #unsettled = new Set<string>();
  #lookers = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isLooking = false;
  readonly #listed = createStamp();
  /** Index among the older chats at which the next check continues. */
  #cursor = 0;

  constructor(options: PollOptions) {
    this.#options = options;
  }

  /** Starts the checks with one now. They end once each caller has called its result. */
  start(): () => void {
    let isOver = false;
    this.#lookers += 1;
    this.#timer ??= setInterval(() => void this.#tick(), lookMs);
    void this.#tick();
    return () => {
      this.#lookers -= isOver ? 0 : 1;
      isOver = true;
      if (this.#lookers === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    };
  }

  /** Must be called when a chat was read whose folders last changed at `changedAt`. */
  read(id: string, changedAt: number): void {
    // A time with milliseconds is fine enough: the next change gets another one.
    if (changedAt % 1000 === 0 && Date.now() - changedAt < settledMs) {
      this.#unsettled.add(id);
    } else {
      this.#unsettled.delete(id);
    }
  }

  async #tick(): Promise<void> {
    const seen = this.#options.seen();
    if (seen !== undefined && !this.#isLooking) {
      this.#isLooking = true;
      try {
        await this.#findAddedAndDeleted(seen);
        await this.#findChanged(seen);
      } catch {
        // Whoever reads the list gets the same error; the next check tries again.
      } finally {
        this.#isLooking = false;
      }
    }
  }

  async #findAddedAndDeleted(seen: readonly Seen[]): Promise<void> {
    const { files, list, touch } = this.#options;
    const changedAt = await files.changedAt('');
    // 0 if the file system does not state it.
    if (changedAt > 0 && !this.#listed.isNew(changedAt)) {
      return;
    }
    const [before, now] = [new Set(seen.map(({ id }) => id)), new Set(await list())];
    [...now].filter((id) => !before.has(id)).forEach(touch);
    [...before].filter((id) => !now.has(id)).forEach(touch);
    this.#listed.set(changedAt);
  }

  async #findChanged(seen: readonly Seen[]): Promise<void> {
    const until = Date.now() + budgetMs;
    await forEachConcurrently(seen.slice(0, newestCount), atOnce, async (one) =>
      this.#compare(one),
    );
    const others = seen.slice(newestCount);
    const start = others.length === 0 ? 0 : this.#cursor % others.length;
    const inTurn = [...others.slice(start), ...others.slice(0, start)];
    await forEachConcurrently(inTurn, atOnce, async (one) => {
      if (Date.now() < until) {
        this.#cursor = (this.#cursor + 1) % others.length;
        await this.#compare(one);
      }
    });
  }

  async #compare({ id, filesChangedAt }: Seen): Promise<void> {
    // A chat whose folder cannot be reached must not end the check of the others.
    const looked = folderChangedAt(this.#options.files, id);
    const changedAt = await looked.catch(() => filesChangedAt);
    const isSettled = this.#unsettled.has(id) && Date.now() - changedAt > settledMs;
    if (changedAt !== filesChangedAt || isSettled) {
      this.#options.touch(id);
    }
  }
}
