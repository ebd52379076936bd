import * as vscode from 'vscode';
import { isFiniteNumber, isRecord } from '../shared/guards.ts';
import { readPrices, type Prices } from '../shared/prices.ts';
import { readConnectionEntries, type Connection, type UnusableConnection } from './connection.ts';

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

/** Adds `connection` to the user's settings, in the place of the one with its id if there is one. */
export async function saveConnection(connection: Connection): Promise<void> {
  // Entries that cannot be read stay as they are: they are the user's.
  const value = userValue('connections');
  const stored: readonly unknown[] = Array.isArray(value) ? value : [];
  const index = stored.findIndex((entry) => isRecord(entry) && entry['id'] === connection.id);
  const next = index < 0 ? [...stored, connection] : stored.with(index, connection);
  await vscode.workspace
    .getConfiguration('parley')
    .update('connections', next, vscode.ConfigurationTarget.Global);
}

/** The connection's own time-outs, else those the user has set, else the manifest's defaults. */
export function readTimeouts(connection: Connection): Timeouts {
  return {
    firstByteMs:
      (connection.firstByteTimeoutSeconds ?? seconds('firstByteTimeoutSeconds', 300)) * 1000,
    idleMs: (connection.idleTimeoutSeconds ?? seconds('idleTimeoutSeconds', 120)) * 1000,
  };
}

/** What models cost, as the user has entered it. */
export function userPrices(): Prices {
  return readPrices(userValue('prices'));
}

function entries(): ReturnType<typeof readConnectionEntries> {
  return readConnectionEntries(userValue('connections'));
}

function seconds(key: string, fallback: number): number {
  const value = userValue(key);
  return isFiniteNumber(value) && value >= 1 && value <= 3600 ? value : fallback;
}

/**
 * What the user has set, whatever a workspace says: what chooses a host must not come from a
 * folder that somebody else wrote.
 */
function userValue(key: string): unknown {
  return vscode.workspace.getConfiguration('parley').inspect(key)?.globalValue;
}
