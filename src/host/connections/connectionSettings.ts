import * as vscode from 'vscode';
import { isFiniteNumber, isRecord, isString } from '../../shared/guards.ts';
import { userValue } from '../base/settings.ts';
import {
  type Connection,
  demoId,
  readConnectionEntries,
  type UnusableConnection,
} from './connection.ts';

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

/** The embedded service as a connection; it is always there and never in the settings. */
export const demoConnection: Connection = {
  id: demoId,
  name: vscode.l10n.t('Demo (no network, no model)'),
  // A name that cannot exist (RFC 2606), should anything ever ask the network for it.
  baseUrl: 'https://demo.invalid/v1',
  model: 'demo-tour',
};

/** The user's connections in their order, then the demo. */
export function allConnections(): readonly Connection[] {
  return [...readConnections(), demoConnection];
}

/** The connection with this id, if it is still there. */
export function findConnection(id: string): Connection | undefined {
  return allConnections().find((connection) => connection.id === id);
}

/** The time-outs of the protocol client, in milliseconds. */
export interface Timeouts {
  readonly firstByteMs: number;
  readonly idleMs: number;
}

/** The connections of the user's own settings; entries that cannot be used are left out. */
export function readConnections(): readonly Connection[] {
  return entries().flatMap((entry) => ('connection' in entry ? [entry.connection] : []));
}

/** The entries of the user's own settings that cannot be used, each with the reason. */
export function unusableConnections(): readonly UnusableConnection[] {
  return entries().flatMap((entry) => ('connection' in entry ? [] : [entry]));
}

/** The list of the user's own settings as it stands, entries that cannot be used among the rest. */
export function storedConnections(): readonly unknown[] {
  const value = userValue('connections');
  return Array.isArray(value) ? value : [];
}

/** One after another, since each begins with what the one before has written. */
let lastUpdate: Promise<unknown> = Promise.resolve();

/**
 * Writes what `change` makes of the user's list, in which entries that cannot be used stay as they
 * are. Throws where the settings cannot be written or hold something that is no list.
 */
export async function updateConnections(
  change: (stored: readonly unknown[]) => readonly unknown[],
): Promise<void> {
  const update = async () => {
    const value = userValue('connections');
    if (value !== undefined && !Array.isArray(value)) {
      throw new Error(
        vscode.l10n.t('parley.connections in the settings is not a list. Correct it there first.'),
      );
    }
    const stored = storedConnections();
    const next = change(stored);
    if (next !== stored) {
      await vscode.workspace
        .getConfiguration('parley')
        .update('connections', next, vscode.ConfigurationTarget.Global);
    }
  };
  const mine = lastUpdate.then(update);
  lastUpdate = mine.catch(() => {});
  return mine;
}

/** Adds `connection` to the user's settings, in the place of the one with its id if there is one. */
export async function saveConnection(connection: Connection): Promise<void> {
  await updateConnections((stored) => withSaved(stored, idRef(connection.id), connection));
}

/** The connection's own time-outs, else those the user has set, else the manifest's defaults. */
export function readTimeouts(connection: Connection): Timeouts {
  return {
    firstByteMs:
      (connection.firstByteTimeoutSeconds ?? seconds('firstByteTimeoutSeconds', 300)) * 1000,
    idleMs: (connection.idleTimeoutSeconds ?? seconds('idleTimeoutSeconds', 120)) * 1000,
  };
}

function entries(): ReturnType<typeof readConnectionEntries> {
  return readConnectionEntries(userValue('connections'));
}

function seconds(key: string, fallback: number): number {
  const value = userValue(key);
  return isFiniteNumber(value) && value >= 1 && value <= 3600 ? value : fallback;
}
