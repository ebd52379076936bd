import * as vscode from 'vscode';
import { isFiniteNumber } from '../../shared/guards.ts';
import { createKeyedMutex } from '../base/concurrency.ts';
import { userValue } from '../base/settings.ts';
import {
  type Connection,
  demoId,
  entryRefs,
  idRef,
  readConnectionEntries,
  type UnusableConnection,
} from './connection.ts';

/** The embedded service as a connection. It is always there and never in the settings. Its name is not translated. */
export const demoConnection: Connection = {
  id: demoId,
  name: 'Demo',
  // RFC 2606 reserves `.invalid`: should a request ever reach the network, it goes nowhere.
  baseUrl: 'https://demo.invalid/v1',
  model: 'demo-tour',
};

/** The connections of the user's settings in their order, without entries that cannot be used. */
export function readConnections(): readonly Connection[] {
  return readEntries().flatMap((entry) => ('connection' in entry ? [entry.connection] : []));
}

/** The entries of the user's settings that cannot be used, each with the reason. */
export function unusableConnections(): readonly UnusableConnection[] {
  return readEntries().flatMap((entry) => ('connection' in entry ? [] : [entry]));
}

function readEntries(): ReturnType<typeof readConnectionEntries> {
  return readConnectionEntries(userValue('connections'));
}

/** The connections of the user's settings, then the demo. */
export function allConnections(): readonly Connection[] {
  return [...readConnections(), demoConnection];
}

/** The connection with this ID, the demo included, if it exists and can be used. */
export function findConnection(id: string): Connection | undefined {
  return allConnections().find((connection) => connection.id === id);
}

/** The list in the user's settings as stored, usable or not; empty if the value is not a list. */
export function storedConnections(): readonly unknown[] {
  const value = userValue('connections');
  return Array.isArray(value) ? value : [];
}

const inTurn = createKeyedMutex();

/**
 * Replaces the list in the user's settings by what `change` makes of it. Calls run one after another, each
 * on the result of the one before. Throws if the settings cannot be written or the value is not a list.
 */
export async function updateConnections(
  change: (stored: readonly unknown[]) => readonly unknown[],
): Promise<void> {
  return inTurn('connections', async () => {
    const value = userValue('connections');
    if (value !== undefined && !Array.isArray(value)) {
      throw new Error(
        vscode.l10n.t(
          'The setting parley.connections is not a list. Correct it in the settings first.',
        ),
      );
    }
    const stored = storedConnections();
    const next = change(stored);
    if (next !== stored) {
      await vscode.workspace
        .getConfiguration('parley')
        .update('connections', next, vscode.ConfigurationTarget.Global);
    }
  });
}

/** Replaces the entry with the connection's ID in the user's settings, or adds the connection at the end. */
export async function saveConnection(connection: Connection): Promise<void> {
  await updateConnections((stored) => withSaved(stored, idRef(connection.id), connection));
}

/** The list with what `change` makes of the entry `ref`; unchanged if there is no such entry. */
export function withEntry(
  stored: readonly unknown[],
  ref: string,
  change: (entry: unknown) => readonly unknown[],
): readonly unknown[] {
  const index = entryRefs(stored).indexOf(ref);
  return index < 0 ? stored : stored.toSpliced(index, 1, ...change(stored[index]));
}

/** The list with `connection` in place of the entry `ref`, or at the end if there is no such entry. */
export function withSaved(
  stored: readonly unknown[],
  ref: string,
  connection: Connection,
): readonly unknown[] {
  const saved = withEntry(stored, ref, () => [connection]);
  return saved === stored ? [...stored, connection] : saved;
}

/** The list with the entry `ref` moved up by one place; unchanged if it is the first already. */
export function withMovedUp(stored: readonly unknown[], ref: string): readonly unknown[] {
  const index = entryRefs(stored).indexOf(ref);
  return index < 1 ? stored : stored.toSpliced(index, 1).toSpliced(index - 1, 0, stored[index]);
}

/** The time-outs of the connection in milliseconds, else those of the user's settings, else the manifest's defaults. */
export function readTimeouts(connection: Connection) {
  return {
    firstByteMs:
      (connection.firstByteTimeoutSeconds ?? seconds('firstByteTimeoutSeconds', 300)) * 1000,
    idleMs: (connection.idleTimeoutSeconds ?? seconds('idleTimeoutSeconds', 120)) * 1000,
  };
}

/** Whether a connection has a time limit of its own, which counts in place of that of the settings. */
export function hasOwnTimeouts(connection: Connection): boolean {
  return (connection.firstByteTimeoutSeconds ?? connection.idleTimeoutSeconds) !== undefined;
}

/** The range is that of `package.json`, which VS Code does not enforce. */
function seconds(key: string, fallback: number): number {
  const value = userValue(key);
  return isFiniteNumber(value) && value >= 1 && value <= 3600 ? value : fallback;
}
