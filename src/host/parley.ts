import * as vscode from 'vscode';
import type { ViewToHost } from '../shared/panel/panelProtocol.ts';
import { askInEditor } from './askInEditor.ts';
import {
  loadContexts,
  loadCostDocument,
  loadDemo,
  loadMessageGuard,
  loadPastedText,
} from './bundles.ts';
import { createPrompting } from './prompting.ts';
import { createSessionServices } from './sessionServices.ts';
import { startGit } from './startGit.ts';
import { startRewrites } from './startRewrites.ts';
import { createStoredChats, startHistory, type StoredChats } from './storedChats.ts';
import type { Command, CommandId } from './base/commands.ts';
import { codeCommands, type CodeOfReplies, createCodeOfReplies } from './codeActions.ts';
import { messageOf } from './base/errorMessage.ts';
import { loadOnce } from './base/loadOnce.ts';
import { Log } from './base/log.ts';
import { createRedactor } from './base/redactor.ts';
import type { AskingServices } from './chat/askForTarget.ts';
import { createChatMaker } from './chat/chat.ts';
import { createLastTarget } from './chat/chatTarget.ts';
import { streamLogged } from './chat/replyStream.ts';
import { type AdjustmentMemory, createAdjustmentMemory } from './chat/requestAdjustments.ts';
import { createRequestPreview } from './chat/requestPreview.ts';
import { createSideChatMaker } from './chat/sideChat.ts';
import { updateConnections } from './connections/connectionSettings.ts';
import { createConnect } from './connections/connectFlow.ts';
import type { Keys } from './connections/keySources/keys.ts';
import { microsoftSession } from './connections/keySources/microsoftToken.ts';
import { loadNodeKeys } from './connections/keySources/nodeKeys.ts';
import { createSourceConsent } from './connections/keySources/sourceConsent.ts';
import { createSourceKeys } from './connections/keySources/sourceKeys.ts';
import { createKeyStore } from './connections/keys/keyStore.ts';
import { sayIfPlainKey } from './connections/keys/plainSecrets.ts';
import {
  headerSecrets,
  learnNewSecrets,
  variableSecrets,
} from './connections/keys/knownSecrets.ts';
import { toReplyError } from './connections/toReplyError.ts';
import { createServiceClients } from './connections/serviceClients.ts';
import { createHeaderConsent } from './connections/keys/unencrypted.ts';
import { createDiagnosing } from './diagnoseConnection.ts';
import { ConnectionsPage } from './connectionsPage/connectionsPage.ts';
import type { PageServices } from './connectionsPage/pageActions.ts';
import type { Contexts } from './context/contexts.ts';
import type { ContextServices } from './contextSources.ts';
import { costCommands, createCosts } from './costs/costs.ts';
import { completeSteps } from './firstRun/walkthrough.ts';
import { loadedGuard } from './guard/messageGuard.ts';
import type { ImageStore } from './images/imageStore.ts';
import type { LanguageModelProvider } from './languageModels/languageModelProvider.ts';
import type { LanguageModelServices } from './languageModels/services.ts';
import { Models } from './models/models.ts';
import { provideImageDocuments } from './panel/images/imageDocuments.ts';
import { PanelImages } from './panel/images/panelImages.ts';
import { showThemeColors } from './panel/colorTheme.ts';
import { panelCommands } from './panel/commands.ts';
import { DiagramTabs } from './panel/diagrams.ts';
import { carryOutIntent, type IntentServices } from './panel/intents.ts';
import { OpenChats } from './panel/openChats.ts';
import type { Panel } from './panel/panel.ts';
import { Panels } from './panel/panels.ts';
import { onPanelSettingsChange, panelSettings } from './panel/panelSettings.ts';
import { createLastShownChat, rememberShownChat } from './panel/lastShownChat.ts';
import { createStatusBar, requestPlace } from './panel/statusBar.ts';
import { targetCommands } from './panel/targetCommands.ts';
import { readingCommands, turnCommands } from './panel/turnCommands.ts';
import { reopenProblem } from './store/storeNotices.ts';

/** Parley at work in one window. */
export interface Parley {
  readonly panels: Panels;
  readonly chats: OpenChats;
  /** What each command does. */
  readonly commands: Readonly<Record<CommandId, Command>>;
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

type Services = ReturnType<typeof createServices>;

type PanelServices = Services & Pick<AskingServices, 'connect'>;

/** Makes the parts and shows the item in the status bar. Reads no chat and sends no request. */
export function startParley(
  context: vscode.ExtensionContext,
  languageModels: LanguageModelProvider,
): Parley {
  const services = createServices(context);
  const { log, models, clients, keys, lastTarget, preview, costs } = services;
  const { extensionUri } = context;
  const stored = createStoredChats(context, services, (said) => panels.notice(said));
  const connect = createConnect({
    clients,
    keys,
    openForm: (connection) => connectionsPage.openNew(connection),
    readPasted: async (text) => (await loadPastedText(extensionUri))(text),
    diagnose: async (connection, apiKey) => diagnosing.open(connection, apiKey),
  });
  const made = createPanels(context, { ...services, connect }, stored);
  const { panels, chats, adjustments, parts, onIntent } = made;
  const connectionsPage = new ConnectionsPage(extensionUri, {
    ...services,
    chats: pageChats(panels, services),
  });
  const diagnosing = createDiagnosing(context, {
    ...services,
    adjustments,
    chat: () => panels.active.chat,
    edit: (connection) => connectionsPage.edit(connection),
  });
  const commands = {
    ...panelCommands({ panels, preview, contexts: parts.contexts, log }),
    ...targetCommands({ panels, clients, keys, adjustments }),
    ...chatCommands(panels, made.code, onIntent),
    ...parts.commands,
    ...startHistory(context, stored, { panels, chats }, { ...services, adjustments }),
    ...costCommands(costs),
    ...startGit(context, services, made.sideChat),
    ...startRewrites(context, services, made),
    'parley.manageConnections': () => connectionsPage.open(),
    'parley.manageLanguageModels': async () => languageModels.manage(),
    'parley.diagnoseConnection': diagnosing.command,
  } satisfies Record<CommandId, Command>;
  context.subscriptions.push(
    connectionsPage,
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
    ...withCosts(stored.sync, costs),
  };
}

/** Waits for the costs as well. */
function withCosts(
  { flush, end }: StoredChats['sync'],
  costs: Services['costs'],
): Pick<Parley, 'flush' | 'end'> {
  const together = (write: () => Promise<void>) => async () => {
    await Promise.all([write(), costs.flush()]);
  };
  return { flush: together(flush), end: together(end) };
}

/** What requests of other extensions use. */
function languageModelServices(
  { quietClients: clients, log, redactor, models, costs }: Services,
  adjustments: AdjustmentMemory,
): LanguageModelServices {
  const streaming = { clients, log, redactor, onHeldBack: () => {}, onReply: costs.count };
  return {
    stream: (...request) => streamLogged(streaming, ...request),
    describeError: (error) => toReplyError(error, redactor),
    adjustments,
    models,
    limitReached: costs.refusal,
    updateConnections,
    log,
  };
}

/** The chats as the page of connections sees them. */
function pageChats(
  panels: Panels,
  { lastTarget, models }: Pick<Services, 'lastTarget' | 'models'>,
): PageServices['chats'] {
  return {
    inUse: () => panels.active.chat.target.current()?.connection.id,
    async newChat({ id, model }) {
      const panel = panels.active;
      await panels.newChat().target.choose(id, model);
      await panel.reveal();
    },
    onDidChange: [panels.onDidChangeActive, lastTarget.onDidChange, models.onDidChange],
  };
}

/** The commands for what the chat of the active panel shows. */
function chatCommands(
  panels: Panels,
  code: CodeOfReplies,
  onIntent: Parameters<typeof turnCommands>[1],
) {
  return {
    ...turnCommands(panels, onIntent, async (turnId, { chat }) => code.applyReply(turnId, chat)),
    ...readingCommands(panels),
    ...codeCommands(panels, code),
  };
}

/** The chats, the panels that show them, and what carries out the intents of a panel. */
function createPanels(
  context: vscode.ExtensionContext,
  services: PanelServices,
  { sync, images, notices }: StoredChats,
) {
  const { log, models, clients, keys, lastTarget, preview, redactor, connect, costs, guard } =
    services;
  const { globalState, extensionUri, subscriptions } = context;
  const parts = messageParts(context, services, () => panels);
  const diagrams = new DiagramTabs(extensionUri);
  const code = createCodeOfReplies(context);
  const panelImages = new PanelImages(images);
  const adjustments = createAdjustmentMemory(
    globalState,
    () => panels.settingsChanged(),
    (error) => log.error(messageOf(error)),
  );
  const session = createSessionServices(context, {
    ...services,
    images,
    adjustments,
    panels: () => panels,
  });
  const onIntent = intentHandler(
    { ...parts.intents, images: panelImages, preview, diagrams, code, guard },
    { log, redactor },
    parts.rememberSent,
  );
  const shared = {
    session,
    lastTarget,
    asking: { models, clients, keys, connect },
    checkBeforeSending: guard.checkBeforeSending,
    mayCost: costs.mayCost,
  };
  const chats = new OpenChats({
    make: createChatMaker(shared, () => panels),
    sync,
    redact: redactor.redact,
  });
  const panels: Panels = new Panels({
    chats,
    extensionUri,
    panel: {
      settings: (chat) => ({
        ...panelSettings(chat, adjustments, models),
        instructions: parts.instructionsOf(chat),
      }),
      onIntent,
    },
    notices,
  });
  const imageDocuments = provideImageDocuments(async (...place) => images.read(...place));
  subscriptions.push(diagrams, imageDocuments, chats, panels);
  const sideChat = createSideChatMaker(shared);
  return { panels, chats, adjustments, parts, code, onIntent, sideChat };
}

/** What can be put into messages: context, questions about code, prompts and instructions. */
function messageParts(
  context: vscode.ExtensionContext,
  { models, log, preview }: Services,
  panels: () => Panels,
) {
  const { extensionUri, subscriptions } = context;
  const questions = askInEditor(
    context,
    () => ({ panels: panels(), contexts, prompts: prompting.intents }),
    preview,
  );
  const contexts = loadedContexts(extensionUri, subscriptions, questions);
  const prompting = createPrompting(context, { contexts, models, log, panels });
  return {
    contexts,
    commands: { ...questions.commands, ...prompting.commands },
    intents: {
      contexts,
      prompts: prompting.intents,
      draftQuestion: async (...asked) => (await questions.load()).draft(...asked),
    } satisfies Partial<IntentServices>,
    rememberSent: questions.rememberSent,
    instructionsOf: prompting.instructionsOf,
  };
}

/** Carries out intents. A failure is logged and shown in the panel. */
function intentHandler(
  intents: IntentServices,
  { log, redactor }: Pick<Services, 'log' | 'redactor'>,
  before: (intent: ViewToHost) => void,
) {
  return (intent: ViewToHost, panel: Panel): void => {
    before(intent);
    carryOutIntent(intent, panel, intents).catch((error: unknown) => {
      log.error(messageOf(error));
      panel.notice({ severity: 'error', text: redactor.redact(messageOf(error)) });
    });
  };
}

/** What can be attached to messages. Nothing of it is loaded before it is needed. */
function loadedContexts(
  extensionUri: vscode.Uri,
  subscriptions: vscode.Disposable[],
  services: ContextServices,
): Contexts {
  return loadOnce(async () => {
    const registry = (await loadContexts(extensionUri))(services);
    subscriptions.push(registry);
    return registry;
  });
}

/** What all of Parley shares. */
function createServices(context: vscode.ExtensionContext) {
  const { secrets, globalState, extensionUri, subscriptions } = context;
  const redactor = createRedactor(async () => [
    ...(await keys.all()),
    ...headerSecrets(),
    ...variableSecrets(loadNodeKeys),
  ]);
  const log = new Log(redactor);
  const keys: Keys = {
    ...createKeyStore(secrets, globalState, redactor, log),
    sources: createSourceKeys({
      consent: createSourceConsent(globalState),
      node: loadNodeKeys,
      session: microsoftSession,
      redactor,
      log,
      onNewKey: sayIfPlainKey,
    }),
  };
  const mayHeadersTravel = createHeaderConsent(globalState);
  const supply = { redactor, loadDemo: async () => (await loadDemo(extensionUri))() };
  const clients = createServiceClients({ ...supply, keys, mayHeadersTravel });
  // For requests of other extensions, in whose name the user is asked nothing.
  const quietClients = createServiceClients({
    ...supply,
    keys: {
      ...keys,
      sources: {
        ...keys.sources,
        get: async (connection, source, signal) =>
          keys.sources.get(connection, source, signal, false),
      },
    },
    mayHeadersTravel: async (origin) => mayHeadersTravel(origin, false),
  });
  const lastTarget = createLastTarget(globalState);
  const guard = loadedGuard(async () => (await loadMessageGuard(extensionUri))(redactor));
  const preview = createRequestPreview(clients, guard.check);
  const models = new Models(clients, globalState, log);
  const costs = createCosts(context, {
    lists: models.catalogue,
    log,
    loadDocument: async () => loadCostDocument(extensionUri),
  });
  subscriptions.push(log, lastTarget, preview, models, costs, learnNewSecrets(redactor, keys));
  return { redactor, log, keys, clients, quietClients, lastTarget, preview, models, guard, costs };
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
  const setBusy = () => {
    setContext('parley.busy', chat().session.isRunning);
    setContext('parley.anyBusy', running().length > 0);
  };
  const isConnected = () => chat().target.current()?.model !== undefined;
  const setPinned = () => setContext('parley.pinned', chats.isPinned(chat()));
  const sources = [panels.onDidChangeActive, chats.onDidChangeRunning];
  const onDidChange = [...sources, lastTarget.onDidChange, models.onDidChange];
  return vscode.Disposable.from(
    createStatusBar({ chat, running, onDidChange, place }, models),
    completeSteps({ isConnected, hasAsked: () => running().length > 0, onDidChange }),
    ...sources.map((source) => source(setBusy)),
    panels.onDidChangeActive(setPinned),
    chats.onDidChangeLabels(setPinned),
  );
}

function setContext(name: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', name, value);
}
