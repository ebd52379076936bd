import * as vscode from 'vscode';
import { formatNumber } from '../../../shared/language.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import type { Command } from '../../base/commands.ts';
import { withProgress } from '../../base/inputs/progress.ts';
import { nameText, notificationText } from '../../base/safeText.ts';
import { createWorkspaceFiles, type StoreFiles } from '../storeFiles.ts';
import {
  awayText,
  type FolderMemory,
  isMarkedStore,
  markStore,
  rememberFolder,
  type StoreFolder,
  isAbsolute,
  lastFolder,
} from '../storeFolder.ts';
import { sayingTrouble } from '../storeNotices.ts';
import { createStoreCopy } from './copyStore.ts';
import { createChatStore } from '../chatStore.ts';

/** What a move acts on. */
export interface MoveServices {
  readonly folder: StoreFolder;
  readonly state: FolderMemory;
  /** Waits until the chats of this window are on disk. */
  readonly flush: () => Promise<void>;
  /** Called when a folder can be used that could not be used before. */
  readonly onUsable: () => Promise<void>;
}

/** The command that moves the chats to another folder. */
export function moveCommands(services: MoveServices) {
  return {
    'parley.moveChats': async () => sayingTrouble(async () => moveChats(services)),
  } satisfies Record<string, Command>;
}

/** Lets the user choose another folder for all chats and moves them there. Throws what `moveStore` throws. */
async function moveChats(services: MoveServices): Promise<void> {
  const { folder, flush } = services;
  const chosen = await askFolder(folder.chosen);
  if (chosen === undefined) {
    return;
  }
  const next = chosen === '' ? undefined : chosen;
  const [from, to] = [folder.uri.path, folder.uriOf(next).path];
  if (to === from || to.startsWith(`${from}/`)) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The chats are already in this folder.'),
    );
    return;
  }
  await flush();
  await moveStore(services, folder.chosen, next);
}

/** The path of a folder, empty for Parley's own; undefined if the user cancels. */
async function askFolder(chosen: string | undefined): Promise<string | undefined> {
  const own = vscode.l10n.t('Parley’s own folder');
  const other = vscode.l10n.t('Choose a folder…');
  if (chosen !== undefined) {
    const placeHolder = vscode.l10n.t('Your chats are in {0}', visibleText(chosen));
    const picked = await vscode.window.showQuickPick([other, own], { placeHolder });
    if (picked !== other) {
      return picked === own ? '' : undefined;
    }
  }
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: vscode.l10n.t('Move All Chats to Folder'),
      openLabel: vscode.l10n.t('Move Here'),
    })) ?? [];
  return folder?.fsPath;
}

/**
 * Copies all chats from the folder `last` to the folder `next`, reads each file back, and puts the copy into use.
 * Nothing in the old folder is ever changed, so the move can be interrupted at any time. Throws what a file system
 * throws, and where the folder `last` is missing; then the chats are where they were.
 */
export async function moveStore(
  { folder, state, onUsable }: MoveServices,
  last: string | undefined,
  next: string | undefined,
): Promise<void> {
  const [from, to] = [folder.uriOf(last), folder.uriOf(next)];
  const [oldFiles, newFiles] = [createWorkspaceFiles(from), createWorkspaceFiles(to)];
  if (last !== undefined && !(await isMarkedStore(oldFiles))) {
    throw new Error(awayText(last));
  }
  const copy = createStoreCopy(oldFiles, newFiles);
  if (!(await copyAll(copy, to.fsPath))) {
    return;
  }
  if (next !== undefined) {
    await markStore(newFiles);
  }
  if (folder.chosen !== next) {
    await vscode.workspace
      .getConfiguration('parley')
      .update('storageFolder', next, vscode.ConfigurationTarget.Global);
  }
  await rememberFolder(state, next);
  await onUsable();
  // Other windows may have written to the old folder before they heard of the move.
  await copy(() => {});
  void sayMoved(from, to);
}

/** More rounds than these are needed only where another window never stops writing. */
const mostRounds = 5;

/** Copies until nothing new is found; false where the user has cancelled. Throws what a file system throws. */
async function copyAll(copy: ReturnType<typeof createStoreCopy>, toName: string): Promise<boolean> {
  const title = vscode.l10n.t('Copying chats to {0}', nameText(toName));
  const isCopied = await withProgress(title, async ({ signal, report }) => {
    const onFile = (done: number, count: number): void => {
      signal.throwIfAborted();
      report(`${formatNumber(done)}/${formatNumber(count)}`, 100 / count);
    };
    for (let round = 0; round < mostRounds && (await copy(onFile)) > 0; round += 1) {
      signal.throwIfAborted();
    }
    return true;
  });
  return isCopied ?? false;
}

async function sayMoved(from: vscode.Uri, to: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open Old Folder');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Your chats are now in {0}. Every file was copied and compared. The old copies are still in {1}.',
      nameText(to.fsPath),
      nameText(from.fsPath),
    ),
    open,
  );
  if (answer === open) {
    await vscode.commands.executeCommand('vscode.openFolder', from, { forceNewWindow: true });
  }
}

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
