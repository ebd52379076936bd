import * as vscode from 'vscode';
import { bringChats } from './bringChats.ts';
import { rememberFolder, type FolderMemory } from './lastFolder.ts';
import { isMarkedStore, markStore } from './markedFiles.ts';
import { awayText, type StorePlace } from './storePlace.ts';
import { createWorkspaceFiles } from './workspaceFiles.ts';

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
