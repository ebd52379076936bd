import * as vscode from 'vscode';
import { formatNumber } from '../../../shared/language.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import type { Command } from '../../base/commands.ts';
import { withProgress } from '../../base/inputs/progress.ts';
import { nameText } from '../../base/safeText.ts';
import { createWorkspaceFiles } from '../storeFiles.ts';
import {
  awayText,
  type FolderMemory,
  isMarkedStore,
  markStore,
  rememberFolder,
  type StoreFolder,
} from '../storeFolder.ts';
import { sayingTrouble } from '../storeNotices.ts';
import { createStoreCopy } from './copyStore.ts';

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
