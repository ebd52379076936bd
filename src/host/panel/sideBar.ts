import * as vscode from 'vscode';
import { needsStoring } from '../../conversation/conversation.ts';
import { isSafeId } from '../../shared/conversation/conversation.ts';
import { isHeadEvent } from '../../shared/conversation/conversationEvent.ts';
import { isRecord, isString } from '../../shared/guards.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import { readJson, writeJson } from '../store/jsonFile.ts';
import { showPage } from '../base/webviewPage.ts';
import { createWorkspaceFiles } from '../store/storeFiles.ts';
import type { Panel } from './panel.ts';

/** The ids of the view, one for each place that it can have. */
export const viewIds = ['parley.chat', 'parley.chatInActivityBar'] as const;

/** The first version of VS Code that lets extensions put views in the secondary side bar. */
const secondarySideBarSince = { major: 1, minor: 106 };

/** Shows the view and moves the focus to it. */
export async function openSideBar(): Promise<void> {
  const [secondary, activityBar] = viewIds;
  await vscode.commands.executeCommand(
    `${hasSecondarySideBar(vscode.version) ? secondary : activityBar}.focus`,
  );
}

/** Whether VS Code of this version, such as `1.106.0`, lets extensions use the secondary side bar. */
export function hasSecondarySideBar(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const since = secondarySideBarSince;
  return major > since.major || (major === since.major && minor >= since.minor);
}

/**
 * Shows the page of the panel in every webview that VS Code makes for the view, at once. The webview goes to
 * `panel` as soon as that resolves, together with what the page has posted until then.
 */
export function createSideBarProvider(
  extensionUri: vscode.Uri,
  panel: () => Promise<Pick<Panel, 'attach'>>,
): vscode.WebviewViewProvider {
  return {
    async resolveWebviewView(view) {
      const received: unknown[] = [];
      const subscriptions = [
        view.webview.onDidReceiveMessage((message: unknown) => received.push(message)),
        // VS Code drops the page of a hidden view. The next page posts the same again.
        view.onDidChangeVisibility(() => received.splice(0)),
      ];
      let isThere = true;
      view.onDidDispose(() => (isThere = false));
      showPage(view.webview, extensionUri, 'panel');
      const shown = await panel();
      subscriptions.forEach((one) => void one.dispose());
      if (isThere) {
        shown.attach(view, view.onDidChangeVisibility, received);
      }
    },
  };
}

/** The chat that the side bar of this workspace showed last. */
interface LastShownChat {
  /** Its id, if there is one. Throws what the file system throws. */
  read(): Promise<string | undefined>;
  /** Stores its id; undefined for a new chat. */
  write(id: string | undefined): void;
}

const stateKey = 'parley.conversation';
const path = 'shownChat.json';

/**
 * Stored in a file of the workspace's storage, because VS Code writes the workspace state late: a window that
 * is reloaded at once would lose it. A window without a workspace has no such storage and uses that state.
 */
export function createLastShownChat(
  { storageUri, workspaceState }: vscode.ExtensionContext,
  log: Pick<Log, 'warn'>,
): LastShownChat {
  const files = storageUri && createWorkspaceFiles(storageUri);
  let written: string | undefined | false = false;
  let writing = Promise.resolve();
  const write = async (id: string | undefined): Promise<void> => {
    try {
      await (files ? writeJson(files, path, { id }) : workspaceState.update(stateKey, id));
    } catch (error) {
      log.warn(`The shown chat could not be noted: ${messageOf(error)}`);
    }
  };
  return {
    async read() {
      const reading = files && (await readJson(files, path));
      const file = reading?.kind === 'value' ? reading.value : undefined;
      const id: unknown = isRecord(file) ? file['id'] : workspaceState.get(stateKey);
      return isString(id) && isSafeId(id) ? id : undefined;
    },
    write(id) {
      if (id !== written) {
        written = id;
        writing = writing.then(async () => write(id));
      }
    },
  };
}

/** Stores which chat the side bar shows, once something was said or set in it. */
export function rememberShownChat(sideBar: Panel, shown: LastShownChat): vscode.Disposable {
  let following: vscode.Disposable | undefined;
  const follow = () => {
    following?.dispose();
    const { session } = sideBar.chat;
    const { id } = session.conversation;
    shown.write(needsStoring(session.conversation) ? id : undefined);
    following = session.onDidApply(({ event }) => {
      const isStored = session.conversation.isTemporary !== true;
      if (isStored && (event.kind === 'turnStarted' || isHeadEvent(event))) {
        shown.write(id);
      }
    });
  };
  follow();
  const changes = sideBar.onDidChange((change) => change === 'chat' && follow());
  return new vscode.Disposable(() => {
    following?.dispose();
    changes.dispose();
  });
}
