/**
 * How long a write may wait. When the window is reloaded there is no last chance to write, so this
 * is what a reload may cost. It grows with the time that writing takes, so that a slow disk is busy
 * at most a part of the time.
 */
const writeInterval = { leastMs: 250, mostMs: 1000, ofWriting: 8 };

/** After a write that failed the next try comes later each time. */
const retryInterval = { leastMs: 1000, mostMs: 10_000, factor: 2 };

/** Hears how the writing goes. */
export interface WriteEvents {
  /** Writing has begun to fail; it is tried again until it works. */
  failed(error: unknown): void;
  /** All that could not be written is written. */
  recovered(): void;
}

/** Writes that are due, by what they write: a newer one takes the place of an older one. */
export class WriteQueue {
  readonly #events: WriteEvents;
  readonly #pending = new Map<string, () => Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing = Promise.resolve();
  #intervalMs = writeInterval.leastMs;
  /** While writing fails, how long the next try waits. */
  #retryMs: number | undefined;

  /** Starts empty. */
  constructor(events: WriteEvents) {
    this.#events = events;
  }

  /** Whether what is written last could not be written, and waits to be tried again. */
  get isFailing(): boolean {
    return this.#retryMs !== undefined;
  }

  /** Whether a write of this is due. */
  has(key: string): boolean {
    return this.#pending.has(key);
  }

  /** Files a write; it is done with the next round. */
  put(key: string, write: () => Promise<void>): void {
    this.#pending.set(key, write);
    this.#timer ??= setTimeout(() => void this.flush(), this.#intervalMs);
  }

  /** Does what is due at once and waits until it is done. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writeAfter(this.#writing);
    return this.#writing;
  }

  /** One round at a time, so that an older state never overtakes a newer one. */
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

  /** All at once: a window that is about to close may not live for one write after another. */
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
