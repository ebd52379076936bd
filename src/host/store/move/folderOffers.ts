import * as vscode from 'vscode';
import { formatNumber, plural } from '../../../shared/language.ts';
import type { Command } from '../../base/commands.ts';
import { createChatStore } from '../chatStore.ts';
import { createWorkspaceFiles, type StoreFiles } from '../storeFiles.ts';
import {
  awayText,
  isAbsolute,
  isMarkedStore,
  lastFolder,
  markStore,
  rememberFolder,
  type StoreFolder,
} from '../storeFolder.ts';
import { sayingTrouble } from '../storeNotices.ts';
import { moveChats, type MoveServices, moveStore } from './moveChats.ts';
import { notificationText } from '../../base/safeText.ts';

/**
 * Checks the folder now and after each change of the setting. Tells the user if it cannot be used, or if chats
 * were left in the previous folder, and offers what can be done. When a folder becomes usable, unsaved chats
 * are written to it.
 */
export function offerFolderMoves(
  services: MoveServices,
  onFailure: (error: unknown) => void,
): vscode.Disposable {
  const { folder, state, onUsable } = services;
  const check = (): void => {
    const wasEverSet = folder.chosen !== undefined || lastFolder(state) !== undefined;
    // The setting changes in every window; only one of them is to ask.
    if (wasEverSet && vscode.window.state.focused) {
      checkFolder(services).catch(onFailure);
    }
  };
  check();
  return folder.onDidChange(() => {
    onUsable().catch(onFailure);
    check();
  });
}

/** The command that moves the chats to another folder. */
export function moveCommands(services: MoveServices) {
  return {
    'parley.moveChats': async () => sayingTrouble(async () => moveChats(services)),
  } satisfies Record<string, Command>;
}

/**
 * Offers what can be done if the current folder cannot be used or chats were left in the previous one;
 * otherwise remembers the current folder. Throws what a file system throws.
 */
export async function checkFolder(services: MoveServices): Promise<void> {
  const { folder, state } = services;
  const { chosen } = folder;
  const last = lastFolder(state);
  if (chosen === last) {
    if (chosen !== undefined && !(await isUsable(services))) {
      void offerSettings(awayText(chosen));
    }
    return;
  }
  const left = await leftBehind(folder, last);
  if (chosen !== undefined && !(await isUsable(services))) {
    await offerStart(services, chosen, last);
  } else if (left === 0) {
    await rememberFolder(state, chosen);
  } else if (left !== undefined) {
    await offerRest(services, last, left);
  }
}

async function isUsable({ folder }: MoveServices): Promise<boolean> {
  return isMarkedStore(createWorkspaceFiles(folder.uri)).catch(() => false);
}

/**
 * The number of chats in the folder `last` that are not in the current one; undefined if that is unknown because
 * the drive of `last` is not available. Throws nothing.
 */
async function leftBehind(
  folder: StoreFolder,
  last: string | undefined,
): Promise<number | undefined> {
  const files = createWorkspaceFiles(folder.uriOf(last));
  const here = new Set(await idsIn(createWorkspaceFiles(folder.uri)).catch(() => []));
  try {
    const isThere = last === undefined || (await isMarkedStore(files));
    return isThere ? (await idsIn(files)).filter((id) => !here.has(id)).length : undefined;
  } catch {
    return undefined;
  }
}

async function idsIn(files: StoreFiles): Promise<readonly string[]> {
  return createChatStore(files).list();
}

/** Offers to move the chats to a folder that is not a store yet, or to start with none there. */
async function offerStart(
  services: MoveServices,
  chosen: string,
  last: string | undefined,
): Promise<void> {
  if (!isAbsolute(chosen) || !(await isFolder(vscode.Uri.file(chosen)))) {
    return offerSettings(awayText(chosen));
  }
  const move = vscode.l10n.t('Move Chats There');
  const empty = vscode.l10n.t('Start Empty There');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      '{0} has no chats yet. No chats are saved there until you decide.',
      notificationText(chosen),
    ),
    move,
    empty,
  );
  if (answer === move) {
    await moveStore(services, last, chosen);
  } else if (answer === empty) {
    await markStore(createWorkspaceFiles(services.folder.uri));
    await rememberFolder(services.state, chosen);
    await services.onUsable();
  }
}

/** Offers to move the chats that were left in the folder `last`. */
async function offerRest(
  services: MoveServices,
  last: string | undefined,
  count: number,
): Promise<void> {
  const { folder, state } = services;
  const moveThem = vscode.l10n.t('Move Them Here');
  const place = notificationText(folder.uriOf(last).fsPath);
  const answer = await vscode.window.showInformationMessage(
    plural(count, {
      one: vscode.l10n.t('{0} chat is still in {1}.', formatNumber(count), place),
      other: vscode.l10n.t('{0} chats are still in {1}.', formatNumber(count), place),
    }),
    moveThem,
    vscode.l10n.t('Leave There'),
  );
  if (answer === moveThem) {
    await moveStore(services, last, folder.chosen);
  } else if (answer !== undefined) {
    await rememberFolder(state, folder.chosen);
  }
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

async function offerSettings(text: string): Promise<void> {
  const open = vscode.l10n.t('Open Setting');
  if ((await vscode.window.showErrorMessage(text, open)) === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'parley.storageFolder');
  }
}
