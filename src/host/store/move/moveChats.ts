import * as vscode from 'vscode';
import { createWorkspaceFiles, type StoreFiles } from '../storeFiles.ts';
import {
  awayText,
  type FolderMemory,
  isMarkedStore,
  markStore,
  rememberFolder,
  type StorePlace,
} from '../storeFolder.ts';
import { createStoreCopy, type StoreCopy } from './copyStore.ts';

/** What the offers act on. */
export interface FolderServices {
  readonly place: StorePlace;
  readonly state: FolderMemory;
  /** Waits until the conversation of this window is on disk. */
  readonly flush: () => Promise<void>;
  /** Called when the folder can be used that could not be before. */
  readonly onUsable: () => Promise<void>;
}

/** Lets the user choose another folder for all chats, and moves them there. */
export async function moveChats(services: FolderServices): Promise<void> {
  const { place } = services;
  const chosen = await askFolder(place.chosen);
  if (chosen === undefined) {
    return;
  }
  const next = chosen === '' ? undefined : chosen;
  const [from, to] = [place.folder.path, place.folderOf(next).path];
  if (to === from || to.startsWith(`${from}/`)) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The chats are there already.'));
    return;
  }
  await services.flush();
  await bring(services, place.chosen, next, async () => setFolder(next));
}

/** Copies all chats from one folder to another and has them used there once `use` is done. */
export async function bring(
  { place, state, onUsable }: FolderServices,
  last: string | undefined,
  next: string | undefined,
  use: () => Promise<void>,
): Promise<void> {
  const [from, to] = [place.folderOf(last), place.folderOf(next)];
  const files = createWorkspaceFiles(to);
  if (last !== undefined && !(await isMarkedStore(createWorkspaceFiles(from)))) {
    throw new Error(awayText(last));
  }
  await bringChats({
    from: createWorkspaceFiles(from),
    to: files,
    fromName: from.fsPath,
    toName: to.fsPath,
    async use() {
      if (next !== undefined) {
        await markStore(files);
      }
      await use();
      await rememberFolder(state, next);
      await onUsable();
    },
  });
}

/** The path of a folder, empty for Parley's own; nothing where the user has left. */
async function askFolder(chosen: string | undefined): Promise<string | undefined> {
  const own = vscode.l10n.t("Parley's own folder");
  const other = vscode.l10n.t('Choose a folder…');
  if (chosen !== undefined) {
    const placeHolder = vscode.l10n.t('Your chats are in {0}', chosen);
    const picked = await vscode.window.showQuickPick([other, own], { placeHolder });
    if (picked !== other) {
      return picked === own ? '' : undefined;
    }
  }
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: vscode.l10n.t('Move All Chats Into'),
      openLabel: vscode.l10n.t('Move Here'),
    })) ?? [];
  return folder?.fsPath;
}

async function setFolder(chosen: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('parley')
    .update('storageFolder', chosen, vscode.ConfigurationTarget.Global);
}

/** More rounds than this are needed only where another window never stops writing. */
const mostRounds = 5;

/** Two stores, and what makes the second the one that is used. */
export interface Bringing {
  readonly from: StoreFiles;
  readonly to: StoreFiles;
  /** Called once everything is there and was read back. */
  readonly use: () => Promise<void>;
  /** Where the chats were and where they are then, for the user. */
  readonly fromName: string;
  readonly toName: string;
}

/**
 * Copies all chats, reads each file back, has the copy used, and offers to delete the first ones. Until
 * then nothing of them is changed, so that it may be cut short at any time. Throws what a file system
 * throws; then the chats are where they were.
 */
export async function bringChats(bringing: Bringing): Promise<void> {
  const { from, to, use, toName } = bringing;
  const copy = createStoreCopy(from, to);
  const isCopied = await withProgress(vscode.l10n.t('Copying chats to {0}', toName), copy);
  if (isCopied) {
    await use();
    // What another window has written before it heard of that.
    await copy.run(() => {});
    await offerRemoval(copy, bringing);
  }
}

/** False where the user has ended it. */
async function withProgress(title: string, copy: StoreCopy): Promise<boolean> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress(
    { location, title, cancellable: true },
    async (progress, token) => {
      const stopIfCancelled = (): void => {
        if (token.isCancellationRequested) {
          throw new vscode.CancellationError();
        }
      };
      const onFile = (done: number, count: number): void => {
        stopIfCancelled();
        progress.report({ message: `${done}/${count}`, increment: 100 / count });
      };
      try {
        for (let round = 0; round < mostRounds && (await copy.run(onFile)) > 0; round += 1) {
          stopIfCancelled();
        }
        return true;
      } catch (error) {
        if (error instanceof vscode.CancellationError) {
          return false;
        }
        throw error;
      }
    },
  );
}

async function offerRemoval(copy: StoreCopy, { fromName, toName }: Bringing): Promise<void> {
  const remove = vscode.l10n.t('Delete the Old Copies');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Your chats are in {0} now; every file was read back and compared. {1} still has them.',
      toName,
      fromName,
    ),
    remove,
    vscode.l10n.t('Keep Them'),
  );
  if (answer !== remove) {
    return;
  }
  const left = await copy.removeCopied();
  if (left > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        '{0} files are still in {1}: they are not the same in the copy.',
        left,
        fromName,
      ),
    );
  }
}
