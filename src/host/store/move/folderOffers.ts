import * as vscode from 'vscode';
import { chatCount } from '../../base/phrases.ts';
import { createChatStore } from '../chatStore.ts';
import {
  awayText,
  isAbsolute,
  isMarkedStore,
  type FolderMemory,
  lastFolder,
  markStore,
  rememberFolder,
  type StorePlace,
} from '../storeFolder.ts';
import { bring, type FolderServices, moveChats } from './moveChats.ts';
import { handleCommand } from '../../base/commands.ts';
import { sayingTrouble } from '../storeNotices.ts';
import type { ChatSync } from '../sync/chatSync.ts';
import { createWorkspaceFiles } from '../storeFiles.ts';

/**
 * Says where a folder that was set cannot be used as it is, or chats were left behind in the one
 * before, and offers what can be done.
 */
export async function checkFolder(services: FolderServices): Promise<void> {
  const { place, state } = services;
  const { chosen } = place;
  const last = lastFolder(state);
  if (chosen === last) {
    if (chosen !== undefined && !(await isUsable(services))) {
      void offerSettings(awayText(chosen));
    }
    return;
  }
  const left = await leftBehind(place, last);
  if (chosen !== undefined && !(await isUsable(services))) {
    await offerBeginning(services, chosen, last);
  } else if (left > 0) {
    await offerRest(services, last, left);
  } else {
    await rememberFolder(state, chosen);
  }
}

async function isUsable({ place }: FolderServices): Promise<boolean> {
  return isMarkedStore(createWorkspaceFiles(place.folder)).catch(() => false);
}

/** How many chats are in the folder of before that are not in the one of now. */
async function leftBehind(place: StorePlace, last: string | undefined): Promise<number> {
  const here = new Set(await idsIn(place.folder));
  return (await idsIn(place.folderOf(last))).filter((id) => !here.has(id)).length;
}

async function idsIn(folder: vscode.Uri): Promise<readonly string[]> {
  return createChatStore(createWorkspaceFiles(folder))
    .list()
    .catch(() => []);
}

async function offerBeginning(
  services: FolderServices,
  chosen: string,
  last: string | undefined,
): Promise<void> {
  const { place } = services;
  if (!isAbsolute(chosen) || !(await isFolder(vscode.Uri.file(chosen)))) {
    return offerSettings(awayText(chosen));
  }
  const move = vscode.l10n.t('Move My Chats There');
  const empty = vscode.l10n.t('Begin Empty There');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('No chats are in {0} yet. Until you decide, none is written there.', chosen),
    move,
    empty,
  );
  if (answer === move) {
    await bring(services, last, chosen, async () => {});
  } else if (answer === empty) {
    await markStore(createWorkspaceFiles(place.folder));
    await rememberFolder(services.state, chosen);
    await services.onUsable();
  }
}

async function offerRest(
  services: FolderServices,
  last: string | undefined,
  count: number,
): Promise<void> {
  const { place, state } = services;
  const bringThem = vscode.l10n.t('Bring Them Here');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Still in {1}: {0}.', chatCount(count), place.folderOf(last).fsPath),
    bringThem,
    vscode.l10n.t('Leave Them'),
  );
  if (answer === bringThem) {
    await bring(services, last, place.chosen, async () => {});
  } else if (answer !== undefined) {
    await rememberFolder(state, place.chosen);
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

/** What following needs of the rest. */
type FollowServices = Pick<ChatSync, 'flush' | 'complete'>;

/**
 * Lets the user move the chats, follows where they are, and says where that cannot be. The
 * chats in memory go along.
 */
export function followPlace(
  place: StorePlace,
  state: FolderMemory,
  { flush, complete }: FollowServices,
  onFailure: (error: unknown) => void,
): vscode.Disposable {
  const services: FolderServices = { place, state, flush, onUsable: complete };
  const check = (): void => {
    const wasEverSet = place.chosen !== undefined || lastFolder(state) !== undefined;
    // Every window hears of the setting: one of them asks.
    if (wasEverSet && vscode.window.state.focused) {
      checkFolder(services).catch(onFailure);
    }
  };
  check();
  return vscode.Disposable.from(
    handleCommand('parley.moveChats', async () => sayingTrouble(async () => moveChats(services))),
    place.onDidChange(() => {
      complete().catch(onFailure);
      check();
    }),
  );
}
