import { isRecord, isString } from '../shared/guards.ts';
import { demoId, type Connection } from './connection.ts';

/**
 * A name for each entry of the setting: its id where it has one of its own, which it keeps when it
 * moves, else its place.
 */
export function entryRefs(stored: readonly unknown[]): readonly string[] {
  const taken = new Set<string>([demoId]);
  return stored.map((entry, index) => {
    const id = isRecord(entry) ? entry['id'] : undefined;
    if (!isString(id) || id === '' || taken.has(id)) {
      return `place ${index}`;
    }
    taken.add(id);
    return idRef(id);
  });
}

/** The ref of the entry with this id. */
export function idRef(id: string): string {
  return `id ${id}`;
}

/** The id that the entry of `ref` has, where it has one of its own. */
export function idOfRef(ref: string): string | undefined {
  return ref.startsWith('id ') ? ref.slice(3) : undefined;
}

/** The list with `connection` in the place of `ref`, or at the end where there is no such entry. */
export function withSaved(
  stored: readonly unknown[],
  ref: string,
  connection: Connection,
): readonly unknown[] {
  const index = entryRefs(stored).indexOf(ref);
  return index < 0 ? [...stored, connection] : stored.with(index, connection);
}

/** The list without the entry of `ref`. */
export function withRemoved(stored: readonly unknown[], ref: string): readonly unknown[] {
  const index = entryRefs(stored).indexOf(ref);
  return index < 0 ? stored : stored.toSpliced(index, 1);
}

/** The list with `entry` put in at `index`, or at the end where the list has become shorter. */
export function withRestored(
  stored: readonly unknown[],
  index: number,
  entry: unknown,
): readonly unknown[] {
  return stored.toSpliced(index, 0, entry);
}

/** The list with a copy of the entry of `ref` right after it, under another id and name. */
export function withDuplicate(
  stored: readonly unknown[],
  ref: string,
  id: string,
): readonly unknown[] {
  const index = entryRefs(stored).indexOf(ref);
  const entry = stored[index];
  if (!isRecord(entry)) {
    return stored;
  }
  const name = isString(entry['name']) ? `${entry['name']} (copy)` : entry['name'];
  return stored.toSpliced(index + 1, 0, { ...entry, id, name });
}

/** The list with the entry of `ref` one place earlier or later, as far as there is such a place. */
export function withMoved(stored: readonly unknown[], ref: string, by: -1 | 1): readonly unknown[] {
  const index = entryRefs(stored).indexOf(ref);
  const to = index + by;
  return index < 0 || to < 0 || to >= stored.length
    ? stored
    : stored.toSpliced(index, 1).toSpliced(to, 0, stored[index]);
}
