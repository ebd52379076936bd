import * as vscode from 'vscode';
import type { PanelNotice } from '../shared/panel/panelProtocol.ts';
import { registerAddFile } from './panel/addFiles.ts';
import { createStoredChats, registerHistory } from './storedChats.ts';
import { commandHandlers } from './base/commands.ts';
import { createChatMaker } from './chat/chat.ts';
import { DiagramTabs } from './panel/diagrams.ts';
import { createHeldBackNotice } from './chat/heldBackNotice.ts';
import { createKeyStore } from './connections/keyStore.ts';
import { createLog, createRedactor, type Log } from './base/log.ts';
import { messageOf } from './base/errorMessage.ts';
import { sendQueuedWhenComplete } from './chat/sender.ts';
import { createModels } from './models/models.ts';
import { OpenChats } from './panel/openChats.ts';
import { createFileContexts } from './editor/fileContexts.ts';
import { handleIntent, handlePanelIntent } from './panel/intents.ts';
import { Panels } from './panel/panels.ts';
import { onPanelSettingsChange, panelSettings } from './panel/panelSettings.ts';
import { registerConnectionsPage } from './connectionsPage/connectionsPage.ts';
import {
  registerCommands,
  registerReadingCommands,
  registerTurnCommands,
} from './panel/commands.ts';
import { createAdjustmentMemory } from './chat/requestAdjustments.ts';
import { createStatusBar, requestPlace } from './panel/statusBar.ts';
import { createRequestPreview } from './chat/requestPreview.ts';
import { createServiceClients } from './connections/serviceClients.ts';
import { createShownChat, followSideBar } from './panel/sideBar.ts';
import { createTargetMemory } from './chat/chatTarget.ts';
import { followThemeColors } from './panel/colorTheme.ts';

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
  const onHeldBack = createHeldBackNotice(context.globalState, () => panels, log);
  const changes = createAdjustmentMemory(
    context.globalState,
    () => panels.settingsChanged(),
    (error) => log.error(messageOf(error)),
  );
  const make = createChatMaker({ ...base, changes, onHeldBack, panels: () => panels });
  const chats = new OpenChats({ make, follow: sendQueuedWhenComplete, sync: stored.sync });
  const panels = new Panels({
    chats,
    extensionUri: context.extensionUri,
    settings: ({ services }) => panelSettings(services.choice, changes, models),
    onIntent: (intent, panel) => reportFailure(handlePanelIntent(intent, panel), log),
    standing: () => stored.notices.standing(),
    onStored: (found, panel) => stored.notices.opened(found, (said) => panel.notice(said)),
  });
  context.subscriptions.push(log, base.targets, base.preview, models, base.diagrams, chats, panels);
  context.subscriptions.push(
    registerConnectionsPage(context.extensionUri, base),
    registerCommands(panels, base.preview, log),
    registerAddFile(panels, base.files),
    registerHistory(context, stored, { panels, chats }, base),
    registerReadingCommands(panels),
    registerTurnCommands(panels, (intent, { chat, reveal }) =>
      reportFailure(handleIntent(intent, chat, reveal), log),
    ),
    onPanelSettingsChange([base.targets, models], () => panels.settingsChanged()),
    followThemeColors((colors) => panels.tokenColorsChanged(colors)),
    showState({ panels, chats }, base, requestPlace(context.extension.extensionKind)),
  );
  await restore(context, panels, log);
  const { flush, end } = stored.sync;
  return { panels, chats, commands: commandHandlers, flush, end };
}

/** What needs nothing of the rest. */
function createBase({ secrets, globalState, extensionUri }: vscode.ExtensionContext) {
  const redactor = createRedactor();
  const log = createLog(redactor);
  const keys = createKeyStore(secrets, globalState, redactor, log);
  const clients = createServiceClients(keys);
  const targets = createTargetMemory(globalState);
  const preview = createRequestPreview(clients);
  const models = createModels(clients, globalState, log);
  const diagrams = new DiagramTabs(extensionUri);
  const files = createFileContexts();
  return { redactor, log, keys, clients, targets, preview, models, diagrams, files };
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
