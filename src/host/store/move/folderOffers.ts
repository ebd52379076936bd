import * as vscode from 'vscode';
import { formatNumber } from '../../../shared/language.ts';
import { notificationText } from '../../base/safeText.ts';
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
import { type MoveServices, moveStore } from './moveChats.ts';

/**
 * Checks the folder now and after each change of the setting. Tells the user if it cannot be used, or if chats
 * were left in the previous folder, and offers to move them. When a folder becomes usable, unsaved chats are written
 * to it.
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
      void sayingTrouble(async () => checkFolder(services));
    }
  };
  check();
  return folder.onDidChange(() => {
    onUsable().catch(onFailure);
    check();
  });
}

/**
 * Asks whether to move the chats of the previous folder if the setting was changed and chats were left there, or if
 * the new folder is no store yet. Otherwise remembers the folder. Throws what a file system throws.
 */
export async function checkFolder(services: MoveServices): Promise<void> {
  const { folder, state } = services;
  const { chosen } = folder;
  const last = lastFolder(state);
  const isUsable =
    chosen === undefined ||
    (await isMarkedStore(createWorkspaceFiles(folder.uri)).catch(() => false));
  if (!isUsable && (chosen === last || !(await isFolder(chosen)))) {
    void offerSettings(awayText(chosen));
    return;
  }
  if (chosen === last) {
    return;
  }
  const left = await leftBehind(folder, last);
  if (isUsable && left === 0) {
    await rememberFolder(state, chosen);
  } else if (!isUsable || left !== undefined) {
    await offerMove(services, { last, left: left ?? 0, isUsable });
  }
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

/** Offers to move the chats that are in the folder `last` to the current one, or to leave them there. */
async function offerMove(
  services: MoveServices,
  { last, left, isUsable }: { last: string | undefined; left: number; isUsable: boolean },
): Promise<void> {
  const { folder, state, onUsable } = services;
  const move = vscode.l10n.t('Move Here');
  const leave = vscode.l10n.t('Leave There');
  const place = notificationText(folder.uriOf(last).fsPath);
  const words = vscode.l10n.t('Chats that are still in {1}: {0}.', formatNumber(left), place);
  const undecided = vscode.l10n.t(
    'Until you decide, no chats are saved in {0}.',
    notificationText(folder.uri.fsPath),
  );
  const answer = await vscode.window.showWarningMessage(
    isUsable ? words : `${words} ${undecided}`,
    move,
    leave,
  );
  if (answer === move) {
    await moveStore(services, last, folder.chosen);
  } else if (answer === leave) {
    if (!isUsable) {
      await markStore(createWorkspaceFiles(folder.uri));
    }
    await rememberFolder(state, folder.chosen);
    await onUsable();
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(vscode.Uri.file(path));
    return isAbsolute(path) && (type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

async function offerSettings(text: string): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  if ((await vscode.window.showErrorMessage(text, open)) === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'parley.storageFolder');
  }
}
