import { createChangesSeen, settledMs } from './changesSeen.ts';
import { folderChangedAt } from './folderChangedAt.ts';
import { forEachAtOnce } from './forEachAtOnce.ts';
import type { StoreFiles } from './storeFiles.ts';

/** A conversation and when its folders had changed as it was read. */
interface Seen {
  readonly id: string;
  readonly filesChangedAt: number;
}

/** What is looked after. */
interface PollOptions {
  readonly files: Pick<StoreFiles, 'changedAt'>;
  readonly list: () => Promise<readonly string[]>;
  /** The conversations that were read, the newest first; nothing before any was. */
  readonly seen: () => readonly Seen[] | undefined;
  /** Hears of one that has changed, come or gone. */
  readonly touch: (id: string) => void;
}

const lookMs = 1000;

/** The newest are looked at every time, of the others as many as this time allows, in turn. */
const newestCount = 100;
const budgetMs = 100;
const atOnce = 32;

/**
 * Looks itself whether stored conversations have changed while somebody sees their list: on a network
 * drive nothing may tell.
 */
export class HistoryPoll {
  readonly #options: PollOptions;
  /** Those that were read just after they had changed. */
  readonly #unsettled = new Set<string>();
  #lookers = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isLooking = false;
  readonly #listed = createChangesSeen();
  /** The conversation of the others that was looked at last. */
  #cursor = 0;

  constructor(options: PollOptions) {
    this.#options = options;
  }

  /** Looks every second until the result is called. */
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

  /** Notes that a conversation was read, whose folders had changed last at that time. */
  read(id: string, changedAt: number): void {
    // Where there are milliseconds the next change has another time.
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
        await this.#lookForOthers(seen);
        await this.#lookAt(seen);
      } catch {
        // Whoever reads the list hears of it, and this is tried again in a moment.
      } finally {
        this.#isLooking = false;
      }
    }
  }

  /** Which conversations there are changes with the folder that they are in. */
  async #lookForOthers(seen: readonly Seen[]): Promise<void> {
    const { files, list, touch } = this.#options;
    const changedAt = await files.changedAt('');
    // Not every file system says it.
    if (changedAt > 0 && !this.#listed.has(changedAt)) {
      return;
    }
    const [before, now] = [new Set(seen.map(({ id }) => id)), new Set(await list())];
    [...now].filter((id) => !before.has(id)).forEach(touch);
    [...before].filter((id) => !now.has(id)).forEach(touch);
    this.#listed.seen(changedAt);
  }

  async #lookAt(seen: readonly Seen[]): Promise<void> {
    const until = Date.now() + budgetMs;
    await forEachAtOnce(seen.slice(0, newestCount), atOnce, async (one) => this.#compare(one));
    const others = seen.slice(newestCount);
    const start = others.length === 0 ? 0 : this.#cursor % others.length;
    const inTurn = [...others.slice(start), ...others.slice(0, start)];
    await forEachAtOnce(inTurn, atOnce, async (one) => {
      if (Date.now() < until) {
        this.#cursor = (this.#cursor + 1) % others.length;
        await this.#compare(one);
      }
    });
  }

  async #compare({ id, filesChangedAt }: Seen): Promise<void> {
    // Where one cannot be looked at, the others can.
    const looked = folderChangedAt(this.#options.files, id);
    const changedAt = await looked.catch(() => filesChangedAt);
    const isSettled = this.#unsettled.has(id) && Date.now() - changedAt > settledMs;
    if (changedAt !== filesChangedAt || isSettled) {
      this.#options.touch(id);
    }
  }
}
