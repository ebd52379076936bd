import * as vscode from 'vscode';
import { readAppearance, type Appearance } from '../shared/appearance.ts';
import { isFiniteNumber, isString } from '../shared/guards.ts';
import { isAnnounce, type Announce } from '../shared/announce.ts';
import type { SendWith } from '../shared/panelProtocol.ts';
import { readPrices, type Prices } from '../shared/prices.ts';
import { idRef, withSaved } from './connectionList.ts';
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

/** What models cost, as the user has entered it. */
export function userPrices(): Prices {
  return readPrices(userValue('prices'));
}

/** Which key sends a message. */
export function sendWith(): SendWith {
  return userValue('sendWith') === 'ctrlEnter' ? 'ctrlEnter' : 'enter';
}

/** The folder that the user has chosen for the chats, as it is written; nothing for Parley's own. */
export function storageFolder(): string | undefined {
  const value = userValue('storageFolder');
  const path = isString(value) ? value.trim() : '';
  return path === '' ? undefined : path;
}

/** After how many days without a word a chat is removed; 0 is never. */
export function keepDays(): number {
  const value = userValue('history.keepDays');
  return isFiniteNumber(value) && value >= 1 ? value : 0;
}

/** What a screen reader is told of a reply by itself. */
export function announceMode(): Announce | undefined {
  const value = vscode.workspace.getConfiguration('parley').get<unknown>('announce');
  return isAnnounce(value) ? value : undefined;
}

/** How the panel looks. */
export function appearance(): Appearance {
  return readAppearance(userValue('fontFamily'), userValue('fontSize'), userValue('density'));
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
