import * as vscode from 'vscode';
import { isHeadEvent, needsStoring } from '../../conversation/conversationState.ts';
import { isSafeId } from '../../shared/conversation/conversation.ts';
import { isRecord, isString } from '../../shared/guards.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import { readJson, writeJson } from '../store/jsonFile.ts';
import { createWorkspaceFiles, type StoreFiles } from '../store/storeFiles.ts';
import { reopenProblem } from '../store/storeNotices.ts';
import { WriteQueue } from '../store/sync/saver.ts';
import type { Panel } from './panel.ts';
import type { Panels } from './panels.ts';

type LastShownChat = ReturnType<typeof createLastShownChat>;

/** Where the id may be stored. */
type ShownChatStorage = Pick<
  vscode.ExtensionContext,
  'globalStorageUri' | 'storageUri' | 'workspaceState'
>;

const stateKey = 'parley.conversation';

/**
 * The chat that the side bar of this workspace showed last. Its id is stored in a file of the global storage, one for
 * each workspace. VS Code writes the workspace state with a delay, so that a window that is reloaded at once would lose
 * it. It also gives a window another storage folder while an earlier extension host still uses the folder of the
 * workspace, or did not release it when it ended.
 * A window without a workspace uses the workspace state.
 */
export function createLastShownChat(
  { globalStorageUri, storageUri, workspaceState }: ShownChatStorage,
  log: Pick<Log, 'warn'>,
  workspace = workspaceUri(),
) {
  const files = shownChatFiles(globalStorageUri);
  const queue = new WriteQueue({
    failed: (error) => log.warn(`The shown chat could not be noted: ${messageOf(error)}`),
    recovered: () => {},
  });
  let written: string | undefined | false = false;
  return {
    /** Its id, if there is one. Throws what the file system throws. */
    async read(): Promise<string | undefined> {
      const file =
        (workspace && (await readRecord(files, await fileName(workspace)))) ??
        // Earlier versions stored it there.
        (storageUri && (await readRecord(createWorkspaceFiles(storageUri), 'shownChat.json')));
      const id: unknown = file === undefined ? workspaceState.get(stateKey) : file['id'];
      return isString(id) && isSafeId(id) ? id : undefined;
    },
    /** Stores its id; undefined for a new chat. Repeated until it works. */
    write(id: string | undefined): void {
      if (id !== written) {
        written = id;
        queue.put(stateKey, async () =>
          workspace === undefined
            ? workspaceState.update(stateKey, id)
            : writeJson(files, await fileName(workspace), { id }),
        );
        void queue.flush();
      }
    },
  };
}

/** The files in which the windows note which chat they show. */
export function shownChatFiles(globalStorageUri: vscode.Uri): StoreFiles {
  return createWorkspaceFiles(vscode.Uri.joinPath(globalStorageUri, 'shownChats'));
}

/** What is open in this window; undefined for an empty one. */
function workspaceUri(): vscode.Uri | undefined {
  return vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders?.[0]?.uri;
}

/** A hash of the address, which itself may be too long for a name. */
async function fileName(workspace: vscode.Uri): Promise<string> {
  const bytes = new TextEncoder().encode(workspace.toString());
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}.json`;
}

async function readRecord(...file: Parameters<typeof readJson>) {
  const reading = await readJson(...file);
  return reading.kind === 'value' && isRecord(reading.value) ? reading.value : undefined;
}

/**
 * Shows the chat that the side bar showed last, or says why it cannot be shown, and remembers which one it shows from now
 * on.
 */
export async function restoreShownChat(
  panels: Panels,
  shown: LastShownChat,
  log: Pick<Log, 'error'>,
): Promise<vscode.Disposable> {
  const problem = await reopenProblem(async () => {
    const id = await shown.read();
    const isThere = id === undefined || (await panels.restoreSideBar(id));
    if (!isThere) {
      shown.write(undefined);
    }
    return isThere;
  });
  if (problem !== undefined) {
    log.error(problem.text);
    panels.sideBar.notice(problem);
  }
  return rememberShownChat(panels.sideBar, shown);
}

/** Stores which chat the side bar shows, once it has a message or a setting. */
function rememberShownChat(
  sideBar: Pick<Panel, 'chat' | 'onDidChange'>,
  shown: Pick<LastShownChat, 'write'>,
): vscode.Disposable {
  let following: vscode.Disposable | undefined;
  const follow = () => {
    following?.dispose();
    const { session } = sideBar.chat;
    const { id } = session.conversation;
    following = session.onDidApply(({ event }) => {
      const isStored = session.conversation.isTemporary !== true;
      if (isStored && (event.kind === 'turnStarted' || isHeadEvent(event))) {
        shown.write(id);
      }
    });
  };
  follow();
  const changes = sideBar.onDidChange((change) => {
    if (change === 'chat') {
      const { conversation } = sideBar.chat.session;
      shown.write(needsStoring(conversation) ? conversation.id : undefined);
      follow();
    }
  });
  return new vscode.Disposable(() => {
    following?.dispose();
    changes.dispose();
  });
}
