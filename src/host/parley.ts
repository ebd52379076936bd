import * as vscode from 'vscode';
import { transcript } from '../conversation/conversation.ts';
import { canContinue } from '../conversation/exchanges.ts';
import { loadOnce } from './base/loadOnce.ts';
import { loadConnectionsPage, loadPastedText } from './bundles.ts';
import { startGit } from './startGit.ts';
import { startRewrites } from './startRewrites.ts';
import { createStoredChats, startHistory, type StoredChats } from './storedChats.ts';
import type { CommandId } from '../../manifest/commands.ts';
import { type Command, firstCommand } from './base/commands.ts';
import { codeCommands, type LazyFileChanges } from './codeActions.ts';
import { Log } from './base/log.ts';
import { streamLogged } from './chat/replyStream.ts';
import type { AdjustmentMemory } from './chat/requestAdjustments.ts';
import { demoId } from './connections/connection.ts';
import { createConnect } from './connections/connecting/connectFlow.ts';
import type { PageServices } from './connectionsPage/pageActions.ts';
import { toReplyError } from './connections/toReplyError.ts';
import { createDiagnosing } from './diagnoseConnection.ts';
import { costCommands } from './costs/costs.ts';
import { completeSteps } from './firstRun/walkthrough.ts';
import type { ImageStore } from './images/imageStore.ts';
import type { LanguageModelProvider } from './languageModels/languageModelProvider.ts';
import type { LanguageModelServices } from './languageModels/services.ts';
import { showThemeColors } from './panel/colorTheme.ts';
import { panelCommands, previewOfChat, stopInChat } from './panel/commands/panelCommands.ts';
import { OpenChats } from './panel/openChats.ts';
import { Panels } from './panel/panels.ts';
import { onPanelSettingsChange } from './panel/panelSettings.ts';
import { createLastShownChat, rememberShownChat } from './panel/lastShownChat.ts';
import { createStatusBar, requestPlace } from './panel/statusBar.ts';
import { targetCommands } from './panel/commands/targetCommands.ts';
import { readingCommands, turnCommands } from './panel/commands/turnCommands.ts';
import { reopenProblem } from './store/storeNotices.ts';
import { createPanels } from './createPanels.ts';
import { createServices, type Services } from './windowServices.ts';

/** Parley at work in one window. */
export interface Parley {
  readonly panels: Panels;
  readonly chats: OpenChats;
  /** What each command does: those of the manifest, and others for keys, links and buttons. */
  readonly commands: Readonly<Record<CommandId, Command>> & Readonly<Record<string, Command>>;
  /** What the parts share; tests use them. */
  readonly services: Services & {
    readonly adjustments: AdjustmentMemory;
    readonly images: ImageStore;
  };
  /** Reads the chat that the window showed last, and shows it. Only the first call does something. */
  readonly restore: () => Promise<void>;
  /** Waits until all chats are on disk. */
  readonly flush: () => Promise<void>;
  /** Waits likewise and ends the writing, before the extension host ends. */
  readonly end: () => Promise<void>;
}

/** Makes the parts and shows the item in the status bar. Reads no chat and sends no request. */
export function startParley(
  context: vscode.ExtensionContext,
  languageModels: LanguageModelProvider,
): Parley {
  const services = createServices(context);
  const { log, models, clients, keys, lastTarget, costs } = services;
  const { extensionUri } = context;
  const stored = createStoredChats(context, services, (said) => panels.notice(said));
  const connect = createConnect({
    clients,
    keys,
    openForm: async (...form) => (await connectionsPage()).openForm(...form),
    peeksAtClipboard: vscode.env.uiKind === vscode.UIKind.Desktop,
    readPasted: async (text) => (await loadPastedText(extensionUri))(text),
    diagnose: async (connection, apiKey) => diagnosing.open(connection, apiKey),
  });
  const made = createPanels(context, { ...services, connect }, stored);
  const { panels, chats, adjustments, parts, onIntent } = made;
  const connectionsPage = loadOnce(async () => {
    const create = await loadConnectionsPage(extensionUri);
    const page = create(extensionUri, { ...services, newChat: newChatOf(panels) });
    context.subscriptions.push(page);
    return page;
  });
  const diagnosing = createDiagnosing(context, {
    ...services,
    adjustments,
    chat: () => panels.active.chat,
    edit: async (connection) => (await connectionsPage()).openForm(connection),
  });
  const commands = {
    ...panelCommands({ panels, contexts: parts.contexts, log }),
    ...targetCommands({ panels, clients, keys, adjustments }),
    ...chatCommands(panels, made.code, onIntent),
    ...parts.commands,
    ...startHistory(context, stored, made, { ...services, sideChat: made.sideChat }),
    ...costCommands(costs),
    ...requestCommands(context, services, made),
    'parley.manageConnections': async () => (await connectionsPage()).open(),
    'parley.diagnoseConnection': diagnosing.command,
  } satisfies Record<CommandId, Command>;
  context.subscriptions.push(
    diagnosing,
    onPanelSettingsChange([lastTarget, models], () => panels.settingsChanged()),
    showThemeColors((colors) => panels.tokenColorsChanged(colors)),
    showState({ panels, chats }, services, requestPlace(context.extension.extensionKind)),
  );
  languageModels.start(languageModelServices(services, adjustments));
  let restored: Promise<void> | undefined;
  return {
    panels,
    chats,
    commands,
    services: { ...services, adjustments, images: stored.images },
    restore: async () => (restored ??= restoreShownChat(context, panels, log)),
    ...endings(stored, costs),
  };
}

function endings(
  { sync, removals }: StoredChats,
  costs: Services['costs'],
): Pick<Parley, 'flush' | 'end'> {
  return {
    async flush() {
      await Promise.all([sync.flush(), costs.flush()]);
    },
    async end() {
      await Promise.all([sync.end(), costs.flush(), removals.end()]);
    },
  };
}

/** What requests of other extensions use. */
function languageModelServices(
  { quietClients: clients, log, redactor, models, costs, keys }: Services,
  adjustments: AdjustmentMemory,
): LanguageModelServices {
  const streaming = { clients, log, redactor, onHeldBack: () => {}, onSend: costs.begin };
  return {
    stream: (...request) => streamLogged(streaming, ...request),
    describeError: (error) => toReplyError(error, redactor),
    adjustments,
    models,
    consents: keys.consents,
    mayCost: costs.mayCostElsewhere,
    log,
  };
}

/** Shows a new chat with a connection. */
function newChatOf(panels: Panels): PageServices['newChat'] {
  return async ({ id, model }) => {
    const panel = panels.active;
    await panels.newChat().target.choose(id, model);
    await panel.reveal();
  };
}

/** The commands of commit messages and rewrites, and what shows or stops a request of theirs, of the editor or of a chat. */
function requestCommands(
  context: vscode.ExtensionContext,
  services: Services,
  made: ReturnType<typeof createPanels>,
) {
  const { panels, parts, sideChat } = made;
  const { preview } = services;
  const git = startGit(context, services, sideChat);
  const rewrites = startRewrites(context, services, made);
  const stopElsewhere = (): void => {
    git.stopAll();
    rewrites.stopAll();
  };
  const previewInChat = previewOfChat(panels, preview);
  return {
    ...git.commands,
    ...rewrites.commands,
    'parley.stop': firstCommand(git.stop, rewrites.stop, stopInChat(panels, stopElsewhere)),
    'parley.showRequest': firstCommand(git.preview, parts.previewInEditor, previewInChat),
    'parley.copyRequestAsCurl': async () => preview.copyAsCurl(),
  };
}

/** The commands for what the chat of the active panel shows. */
function chatCommands(
  panels: Panels,
  code: LazyFileChanges,
  onIntent: Parameters<typeof turnCommands>[1],
) {
  return {
    ...turnCommands(panels, onIntent, async (turnId, { chat }) =>
      (await code.code()).applyReply(turnId, chat),
    ),
    ...readingCommands(panels),
    ...codeCommands(panels, code),
  };
}

/** Shows the chat that the side bar showed last, and remembers which one it shows from now on. */
async function restoreShownChat(
  context: vscode.ExtensionContext,
  panels: Panels,
  log: Log,
): Promise<void> {
  const shown = createLastShownChat(context, log);
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
  context.subscriptions.push(rememberShownChat(panels.sideBar, shown));
}

/** Shows the state in the status bar, and enables commands that depend on it. */
function showState(
  { panels, chats }: Pick<Parley, 'panels' | 'chats'>,
  { models, lastTarget }: Pick<Services, 'models' | 'lastTarget'>,
  place: string,
): vscode.Disposable {
  const chat = () => panels.active.chat;
  const running = () => chats.running;
  const enableCommands = () => {
    const { isRunning, conversation } = chat().session;
    const last = transcript(conversation).at(-1)?.reply;
    setContext('parley.busy', isRunning);
    setContext('parley.anyBusy', running().length > 0);
    setContext('parley.hasReplies', last !== undefined);
    setContext('parley.canContinue', last !== undefined && canContinue(last));
  };
  const isConnected = () => {
    const target = chat().target.current();
    return target?.model !== undefined && target.connection.id !== demoId;
  };
  const sources = [panels.onDidChangeActive, chats.onDidChangeRunning];
  const onDidChange = [...sources, lastTarget.onDidChange, models.onDidChange];
  return vscode.Disposable.from(
    createStatusBar({ chat, running, onDidChange, place }, models),
    completeSteps({ isConnected, hasAsked: () => running().length > 0, onDidChange }),
    ...sources.map((source) => source(enableCommands)),
  );
}

function setContext(name: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', name, value);
}
