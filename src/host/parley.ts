import * as vscode from 'vscode';
import type { PanelNotice } from '../shared/panelProtocol.ts';
import { registerAddFile } from './addFiles.ts';
import { createStoredChats, registerHistory } from './conversations.ts';
import { commandHandlers } from './commandHandlers.ts';
import { createChatMaker } from './createChatMaker.ts';
import { DiagramTabs } from './diagramTabs.ts';
import { createHeldBackNote } from './heldBackReplies.ts';
import { createKeyStore } from './keyStore.ts';
import { createLoadLater } from './loadLater.ts';
import { createLog, type Log } from './log.ts';
import { messageOf } from './messageOf.ts';
import { sendQueuedWhenComplete } from './messageQueue.ts';
import { createModels } from './models.ts';
import { OpenChats } from './openChats.ts';
import { createFileContexts } from './fileContexts.ts';
import { handleIntent, handlePanelIntent } from './panelIntents.ts';
import { Panels } from './panels.ts';
import { onPanelSettingsChange, panelSettings } from './panelSettings.ts';
import { createRedactor } from './redactor.ts';
import { registerConnectionsPage } from './registerConnectionsPage.ts';
import { registerCommands } from './registerCommands.ts';
import { createRequestChangeMemory } from './requestChangeMemory.ts';
import { requestPlace } from './requestPlace.ts';
import { createRequestPreview } from './requestPreview.ts';
import { createServiceClients } from './serviceClients.ts';
import { createShownChat } from './shownChat.ts';
import { followSideBar } from './followSideBar.ts';
import { createStatusBar } from './statusBar.ts';
import { createTargetMemory } from './target.ts';
import { followThemeColors } from './themeColors.ts';
import { registerReadingCommands } from './readingCommands.ts';
import { registerTurnCommands } from './turnCommands.ts';

/** Parley at work in one window. */
export interface Parley {
  readonly panels: Panels;
  readonly chats: OpenChats;
  /** What each command does, but for those that `entryCommands.ts` carries out itself. */
  readonly commands: typeof commandHandlers;
  /** Waits until all chats are on disk. */
  readonly flush: () => Promise<void>;
  /** The same, once and for all. */
  readonly end: () => Promise<void>;
}

/** Puts the parts together and shows the window's last conversation. Makes no request. */
export async function startParley(context: vscode.ExtensionContext): Promise<Parley> {
  const base = createBase(context);
  const { log, models } = base;
  const notice = (notice: PanelNotice) => panels.notice(notice);
  const stored = createStoredChats(context, log, notice);
  const onHeldBack = createHeldBackNote(context.globalState, () => panels, log);
  const changes = createRequestChangeMemory(
    context.globalState,
    () => panels.settingsChanged(),
    (error) => log.error(messageOf(error)),
  );
  const make = createChatMaker({ ...base, changes, onHeldBack, panels: () => panels });
  const chats = new OpenChats({ make, follow: sendQueuedWhenComplete, memory: stored.memory });
  const panels = new Panels({
    chats,
    extensionUri: context.extensionUri,
    settings: ({ services }) => panelSettings(services.choice, changes, models),
    onIntent: (intent, panel) => reportFailure(handlePanelIntent(intent, panel), log),
    standing: () => stored.notes.standing(),
    onStored: (found, panel) => stored.notes.opened(found, (said) => panel.notice(said)),
  });
  context.subscriptions.push(log, base.targets, base.preview, models, base.diagrams, chats, panels);
  context.subscriptions.push(
    registerConnectionsPage(context.extensionUri, base),
    registerCommands(panels, base.preview, log),
    registerAddFile(panels, base.files),
    registerHistory(stored, { ...base, panels, chats, extensionUri: context.extensionUri }),
    registerReadingCommands(panels),
    registerTurnCommands(panels, (intent, { chat, reveal }) =>
      reportFailure(handleIntent(intent, chat, reveal), log),
    ),
    onPanelSettingsChange([base.targets, models], () => panels.settingsChanged()),
    followThemeColors((colors) => panels.tokenColorsChanged(colors)),
    showState({ panels, chats }, base, requestPlace(context.extension.extensionKind)),
  );
  await restore(context, panels, log);
  const { flush, end } = stored.memory;
  return { panels, chats, commands: commandHandlers, flush, end };
}

/** What needs nothing of the rest. */
function createBase({ secrets, globalState, extensionUri }: vscode.ExtensionContext) {
  const redactor = createRedactor();
  const log = createLog(redactor);
  const keys = createKeyStore(secrets, globalState, redactor, log);
  const later = createLoadLater(extensionUri);
  const clients = createServiceClients(keys, later);
  const targets = createTargetMemory(globalState);
  const preview = createRequestPreview(clients);
  const models = createModels(clients, globalState, log);
  const diagrams = new DiagramTabs(extensionUri);
  const files = createFileContexts();
  return { redactor, log, keys, clients, targets, preview, models, diagrams, files, later };
}

/** Shows what the side bar showed last, and remembers what it shows from now on. */
async function restore(context: vscode.ExtensionContext, panels: Panels, log: Log): Promise<void> {
  const shown = createShownChat(context, log);
  try {
    const id = await shown.read();
    if (id !== undefined) {
      await panels.restoreSideBar(id);
    }
  } catch (error) {
    log.error(`The last conversation could not be read: ${messageOf(error)}`);
  }
  context.subscriptions.push(followSideBar(panels.sideBar, shown));
}

/** In the status bar, and for commands that only make sense while a reply is running. */
function showState(
  { panels, chats }: Pick<Parley, 'panels' | 'chats'>,
  { models, targets }: ReturnType<typeof createBase>,
  place: string,
): vscode.Disposable {
  const chat = () => panels.active.chat;
  const running = () => chats.running;
  const setBusy = () => {
    setContext('parley.busy', chat().session.isRunning);
    setContext('parley.anyBusy', running().length > 0);
  };
  const sources = [panels.onDidChangeActive, chats.onDidChangeRunning];
  const onDidChange = [...sources, targets.onDidChange, models.onDidChange];
  return vscode.Disposable.from(
    createStatusBar({ chat, running, onDidChange, place }),
    ...sources.map((source) => source(setBusy)),
  );
}

function setContext(name: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', name, value);
}

function reportFailure(work: Promise<void>, log: Log): void {
  work.catch((error: unknown) => {
    log.error(messageOf(error));
    void vscode.window.showErrorMessage(messageOf(error));
  });
}
