import type { Memento } from 'vscode';
import { type Guard, isString } from '../../shared/guards.ts';

/** The part of a Memento that reads and writes values. */
export type MementoValues = Pick<Memento, 'get' | 'update'>;

/** How the entries of a map are stored. */
interface MementoMapOptions<K, E> {
  /** Where in the Memento the list of entries is. */
  readonly stateKey: string;
  /** Stored entries of another shape are ignored, and dropped with the next change. */
  readonly isEntry: Guard<E>;
  readonly isFor: (entry: E, key: K) => boolean;
  /** Beyond this number, the entries that were set longest ago are dropped. */
  readonly maxEntries: number;
}

/**
 * A map in a Memento, stored as a list of entries that contain their keys, the one set last at the end.
 * It is read again on each call, since other windows write to the same Memento.
 */
export class MementoMap<K, E> {
  readonly #memento: MementoValues;
  readonly #options: MementoMapOptions<K, E>;

  constructor(memento: MementoValues, options: MementoMapOptions<K, E>) {
    this.#memento = memento;
    this.#options = options;
  }

  /** The entry for `key`, if there is one. */
  get(key: K): E | undefined {
    return this.#entries.find((entry) => this.#options.isFor(entry, key));
  }

  /**
   * Replaces the entry for `key`; without `entry`, removes it. `get` returns the new entry at once. The
   * promise rejects if VS Code cannot store it.
   */
  set(key: K, entry: E | undefined): Thenable<void> {
    const { stateKey, isFor, maxEntries } = this.#options;
    const others = this.#entries.filter((other) => !isFor(other, key));
    const entries = entry === undefined ? others : [...others, entry];
    return this.#memento.update(stateKey, entries.slice(-maxEntries));
  }

  get #entries(): readonly E[] {
    const { stateKey, isEntry } = this.#options;
    return readMementoList(this.#memento, stateKey, isEntry);
  }
}

/** The elements of the list at `stateKey` that pass `isEntry`; none if the value is not a list. */
export function readMementoList<E>(
  memento: MementoValues,
  stateKey: string,
  isEntry: Guard<E>,
): readonly E[] {
  const stored: unknown = memento.get(stateKey);
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}

/** More connections than anybody has. */
const usualEntries = 200;

/**
 * The texts in a Memento at `stateKey`, such as what the user has agreed to, as in `MementoMap`. Beyond `maxEntries`,
 * those that were added longest ago are dropped.
 */
export function createMementoSet(
  memento: MementoValues,
  stateKey: string,
  maxEntries = usualEntries,
) {
  const texts = new MementoMap<string, string>(memento, {
    stateKey,
    isEntry: isString,
    isFor: (known, text) => known === text,
    maxEntries,
  });
  return {
    has: (text: string): boolean => texts.get(text) !== undefined,
    /** `has` knows of it at once. The promise rejects if VS Code cannot store it. */
    add: (text: string) => texts.set(text, text),
    delete: (text: string) => texts.set(text, undefined),
  };
}
