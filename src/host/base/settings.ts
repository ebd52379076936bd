import * as vscode from 'vscode';
import {
  type Announce,
  type Appearance,
  isAnnounce,
  readAppearance,
  type SendWith,
} from '../../shared/panel/panelState.ts';
import { isFiniteNumber, isString } from '../../shared/guards.ts';
import { readPrices, type Prices } from '../../shared/models/prices.ts';

/**
 * The value of `parley.<key>` in the user's own settings. What a workspace sets does not count: it may
 * come from someone else, and must not choose where requests go or what is deleted.
 */
export function userValue(key: string): unknown {
  return vscode.workspace.getConfiguration('parley').inspect(key)?.globalValue;
}

/** The prices of models, as the user has entered them. */
export function userPrices(): Prices {
  return readPrices(userValue('prices'));
}

/** The key that sends a message. */
export function sendWith(): SendWith {
  return userValue('sendWith') === 'ctrlEnter' ? 'ctrlEnter' : 'enter';
}

/** The folder that the user has chosen for the chats, as entered; `undefined` for Parley's own folder. */
export function storageFolder(): string | undefined {
  const value = userValue('storageFolder');
  const path = isString(value) ? value.trim() : '';
  return path === '' ? undefined : path;
}

/** Days of inactivity after which a chat is removed; 0 for never. */
export function keepDays(): number {
  const value = userValue('history.keepDays');
  return isFiniteNumber(value) && value >= 1 ? value : 0;
}

/** What a screen reader announces during a reply; undefined if the setting has another value. */
export function announceMode(): Announce | undefined {
  const value = vscode.workspace.getConfiguration('parley').get<unknown>('announce');
  return isAnnounce(value) ? value : undefined;
}

/** Whether diagrams are drawn without being asked for. */
export function drawsDiagrams(): boolean {
  return userValue('drawDiagrams') !== false;
}

/** Instructions are cut after so many UTF-16 code units. */
const maxInstructions = 4000;

/** The user's own instructions for messages of commits; empty if there are none. */
export function commitInstructions(): string {
  const value = userValue('commitMessage.instructions');
  return isString(value) ? value.trim().slice(0, maxInstructions) : '';
}

/** Font and spacing of the panel. */
export function appearance(): Appearance {
  return readAppearance(userValue('fontFamily'), userValue('fontSize'), userValue('density'));
}

/** What VS Code's settings editor is searched for. */
const queries = {
  certificates: 'http.systemCertificates',
  proxy: 'http.proxy',
  timeouts: '@ext:parley-chat.parley timeout',
  place: 'remote.extensionKind',
} as const;

/** Opens VS Code's settings editor with the settings that concern something. */
export async function openSettings(about: keyof typeof queries): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', queries[about]);
}
