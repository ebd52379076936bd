import * as vscode from 'vscode';
import {
  type Announce,
  type Appearance,
  isAnnounce,
  readAppearance,
} from '../../shared/panel/appearance.ts';
import { isFiniteNumber, isString } from '../../shared/guards.ts';
import type { SendWith } from '../../shared/panel/panelProtocol.ts';
import { readPrices, type Prices } from '../../shared/service/prices.ts';

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

/**
 * What the user has set, whatever a workspace says: what chooses a host must not come from a
 * folder that somebody else wrote.
 */
export function userValue(key: string): unknown {
  return vscode.workspace.getConfiguration('parley').inspect(key)?.globalValue;
}
