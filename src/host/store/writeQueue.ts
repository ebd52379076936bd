/**
 * How long a write may wait. A reload of the window gives no last chance to write, so this much may be
 * lost. The wait is a multiple of the time that the last round of writes took, so that a slow disk is not
 * busy all the time.
 */
const writeInterval = { leastMs: 250, mostMs: 1000, ofWriting: 8 };

/** How long to wait after a failed write; longer after each further failure. */
const retryInterval = { leastMs: 1000, mostMs: 10_000, factor: 2 };

/** Called as writing begins to fail and works again. */
export interface WriteEvents {
  /** A write has failed, after all before it had worked; it is repeated until it works. */
  failed(error: unknown): void;
  /** Everything that could not be written has been written. */
  recovered(): void;
}

/** Pending writes by key: a newer write replaces an older one of the same key. */
export class WriteQueue {
  readonly #events: WriteEvents;
  readonly #pending = new Map<string, () => Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing = Promise.resolve();
  #intervalMs = writeInterval.leastMs;
  /** While writing fails, how long the next try waits. */
  #retryMs: number | undefined;

  constructor(events: WriteEvents) {
    this.#events = events;
  }

  /** Whether a write has failed and is being repeated. */
  get isFailing(): boolean {
    return this.#retryMs !== undefined;
  }

  /** Whether a write with this key is pending. */
  has(key: string): boolean {
    return this.#pending.has(key);
  }

  /** Adds a write, to be done with the next round. */
  put(key: string, write: () => Promise<void>): void {
    this.#pending.set(key, write);
    this.#timer ??= setTimeout(() => void this.flush(), this.#intervalMs);
  }

  /** Starts a round of all pending writes and waits until each was tried. Throws nothing. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writeAfter(this.#writing);
    return this.#writing;
  }

  /** One round after another, so that an older state is never written after a newer one. */
  async #writeAfter(round: Promise<void>): Promise<void> {
    await round;
    const startedAt = Date.now();
    const errors = await this.#writeAll();
    const { leastMs, mostMs, ofWriting } = writeInterval;
    this.#intervalMs = Math.min(Math.max((Date.now() - startedAt) * ofWriting, leastMs), mostMs);
    if (errors.length > 0) {
      this.#retryLater(errors[0]);
    } else if (this.#retryMs !== undefined && this.#pending.size === 0) {
      this.#retryMs = undefined;
      this.#events.recovered();
    }
  }

  /** All at once, as a closing window may not have the time for one write after another. */
  async #writeAll(): Promise<readonly unknown[]> {
    const writes = [...this.#pending];
    this.#pending.clear();
    const errors = await Promise.all(
      writes.map(async ([key, write]) => {
        try {
          await write();
          return [];
        } catch (error) {
          if (!this.#pending.has(key)) {
            this.#pending.set(key, write);
          }
          return [error];
        }
      }),
    );
    return errors.flat();
  }

  #retryLater(error: unknown): void {
    const { leastMs, mostMs, factor } = retryInterval;
    if (this.#retryMs === undefined) {
      this.#events.failed(error);
      this.#retryMs = leastMs;
    } else {
      this.#retryMs = Math.min(this.#retryMs * factor, mostMs);
    }
    this.#timer ??= setTimeout(() => void this.flush(), this.#retryMs);
  }
}
