import * as vscode from 'vscode';
import { isFiniteNumber, isObjectOf, isRecord, isString, optional } from '../shared/guards.ts';

/** One service, as the setting `parley.connections` holds it. It has no key: see `keyStore`. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  /** The model to begin with. */
  readonly model?: string | undefined;
}

const isConnection = isObjectOf({
  id: isString,
  name: isString,
  baseUrl: isString,
  model: optional(isString),
});

/** The time-outs of the protocol client, in milliseconds. */
export interface Timeouts {
  readonly firstByteMs: number;
  readonly idleMs: number;
}

/** The connections of the user's own settings; entries that are not connections are left out. */
export function readConnections(): readonly Connection[] {
  const value = userValue('connections');
  return Array.isArray(value) ? value.filter(isConnection) : [];
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

/** The time-outs that the user has set, or the defaults of the manifest. */
export function readTimeouts(): Timeouts {
  return {
    firstByteMs: seconds('firstByteTimeoutSeconds', 300) * 1000,
    idleMs: seconds('idleTimeoutSeconds', 120) * 1000,
  };
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
