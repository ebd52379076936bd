import * as vscode from 'vscode';
import { messageOf } from '../base/errorMessage.ts';
import { loadOnce } from '../base/loadOnce.ts';
import type { CommandId } from '../../../manifest/commands.ts';
import { type Command, firstCommand } from '../base/commands.ts';
import { createChatMaker, createSideChatMaker, type MakeSideChat } from '../chat/chat.ts';
import { type AdjustmentMemory, createAdjustmentMemory } from '../chat/requestAdjustments.ts';
import { demoId } from '../connections/connection.ts';
import { costCommands } from '../costs/costs.ts';
import { startGit } from '../git/startGit.ts';
import { completeSteps } from '../firstRun/walkthrough.ts';
import { startHistory } from '../history/start/startHistory.ts';
import { createStoredChats, type StoredChats } from '../history/start/storedChats.ts';
import type { ImageStore } from '../images/imageStore.ts';
import { createProviderServices } from '../languageModels/createProviderServices.ts';
import type { LanguageModelProvider } from '../languageModels/languageModelProvider.ts';
import { showThemeColors } from '../panel/colorTheme.ts';
import { panelCommands, previewOfChat, stopInChat } from '../panel/commands/panelCommands.ts';
import { targetCommands } from '../panel/commands/targetCommands.ts';
import { enableCommands, readingCommands, turnCommands } from '../panel/commands/turnCommands.ts';
import { createLastShownChat, restoreShownChat } from '../panel/lastShownChat.ts';
import { OpenChats } from '../panel/openChats.ts';
import { onPanelSettingsChange } from '../panel/panelSettings.ts';
import { Panels } from '../panel/panels.ts';
import { createStatusBar, requestPlace } from '../panel/statusBar.ts';
import { loadComposing, loadLater, loadTexts } from './bundles.ts';
import { sharedByChats } from './chats.ts';
import { startConnections } from './connections.ts';
import { startFileChanges } from './fileChanges.ts';
import { startMessages } from './messages.ts';
import { beginPanels } from './panels.ts';
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

async function readImage(bytes: Uint8Array) {
  return (await loadLater('readImageFile'))(bytes);
}

/** Makes the parts and shows the item in the status bar. Reads no chat and sends no request. */
export function startParley(
  context: vscode.ExtensionContext,
  languageModels: LanguageModelProvider,
): Parley {
  const { extensionUri, subscriptions } = context;
  const services = createServices(context);
  const { log, clients, keys, costs, redactor } = services;
  const onError = (error: unknown): void => log.error(messageOf(error));
  const panels = new Panels(extensionUri);
  const stored = createStoredChats(context, { log, redactor, panels, readFile: readImage });
  const { sync, images, removals } = stored;
  const onAdjusted = (): void => panels.settingsChanged();
  const adjustments = createAdjustmentMemory(context.globalState, onAdjusted, onError);
  const connections = startConnections(context, services, panels, adjustments);
  const { connect } = connections;
  const shared = sharedByChats(context, services, { panels, images, adjustments, connect });
  const make = createChatMaker(shared, panels);
  const chats = new OpenChats({ make, sync, redact: redactor.redact });
  const sideChat = createSideChatMaker(shared);
  const messages = startMessages(context, panels, services);
  const code = startFileChanges(context, panels, services, sideChat);
  const parts = { chats, stored, adjustments, messages, code };
  const onIntent = beginPanels(context, panels, services, parts);
  subscriptions.push(...showState(context, services, panels, chats));
  languageModels.start(providerServices(services, adjustments));
  const git = startGit(
    context,
    { ...services, load: async () => loadComposing('createCommitMessages') },
    sideChat,
  );
  return {
    panels,
    chats,
    commands: {
      ...panelCommands({ panels, contexts: messages.contexts, log }),
      ...targetCommands({ panels, clients, keys, adjustments }),
      ...turnCommands(panels, onIntent, async (turnId, { chat }) =>
        (await code.code()).applyReply(turnId, chat),
      ),
      ...readingCommands(panels),
      ...messages.commands,
      ...code.commands,
      ...git.commands,
      ...connections.commands,
      ...historyCommands(context, services, parts, { panels, sideChat }),
      ...costCommands(costs),
      ...requestCommands(services, panels, [git, messages, code.rewrites]),
    },
    services: { ...services, adjustments, images },
    restore: loadOnce(async () => {
      const shown = createLastShownChat(context, log);
      subscriptions.push(await restoreShownChat(panels, shown, log));
    }),
    flush: async () => void (await Promise.all([sync.flush(), costs.flush()])),
    end: async () => void (await Promise.all([sync.end(), costs.flush(), removals.end()])),
  };
}

/** Shows the stored chats, and gives their commands. */
function historyCommands(
  context: vscode.ExtensionContext,
  { log, redactor, preview }: Pick<Services, 'log' | 'redactor' | 'preview'>,
  { stored, chats }: { readonly stored: StoredChats; readonly chats: OpenChats },
  { panels, sideChat }: { readonly panels: Panels; readonly sideChat: MakeSideChat },
) {
  const { store, images, sync, source } = stored;
  const { history } = source;
  const summaries = async () => {
    await sync.flush();
    return history.all();
  };
  const readers = {
    store,
    images,
    summaries,
    redactor,
    loadPage: async () => loadTexts('conversationHtml'),
  };
  const transfer = async () => {
    const create = await loadTexts('chatTransfer');
    return create({ exports: readers, imports: { store, history, log, images } });
  };
  const title = { sideChat, preview, redactor };
  return startHistory(context, stored, { panels, chats, transfer, title }, (error) =>
    log.warn(messageOf(error)),
  );
}

/** What shows or stops a request: of a commit message, of the editor, of a rewrite or of a chat, the first that is meant. */
function requestCommands(
  { preview }: Pick<Services, 'preview'>,
  panels: Panels,
  [git, editor, rewrites]: readonly [
    ReturnType<typeof startGit>,
    Pick<ReturnType<typeof startMessages>, 'previewInEditor'>,
    ReturnType<typeof startFileChanges>['rewrites'],
  ],
) {
  const stopElsewhere = (): void => {
    git.stopAll();
    rewrites.stopAll();
  };
  const previewInChat = previewOfChat(panels, preview);
  return {
    'parley.stop': firstCommand(git.stop, rewrites.stop, stopInChat(panels, stopElsewhere)),
    'parley.showRequest': firstCommand(git.preview, editor.previewInEditor, previewInChat),
    'parley.copyRequestAsCurl': async () => preview.copyAsCurl(),
  };
}

/** What models that are offered to other extensions use: clients that ask the user nothing. */
function providerServices(
  {
    quietClients: clients,
    log,
    redactor,
    models,
    costs,
    keys,
  }: Omit<Services, 'clients' | 'lastTarget' | 'preview' | 'guard'>,
  adjustments: AdjustmentMemory,
) {
  const { consents } = keys;
  const { mayCostElsewhere: mayCost, begin: onSend } = costs;
  return createProviderServices(
    { clients, log, redactor, models, adjustments, consents, mayCost, onSend },
    async () => loadLater('createLanguageModels'),
  );
}

/** Shows the state of the window: in the panels, the status bar, the walkthrough, and what commands there are. */
function showState(
  { extension }: vscode.ExtensionContext,
  { models, lastTarget }: Pick<Services, 'models' | 'lastTarget'>,
  panels: Panels,
  chats: OpenChats,
): readonly vscode.Disposable[] {
  const chat = () => panels.active.chat;
  const running = () => chats.running;
  const isConnected = () => {
    const target = chat().target.current();
    return target?.model !== undefined && target.connection.id !== demoId;
  };
  const onDidChange = [
    panels.onDidChangeActive,
    chats.onDidChangeRunning,
    lastTarget.onDidChange,
    models.onDidChange,
  ];
  const place = requestPlace(extension.extensionKind);
  return [
    onPanelSettingsChange([lastTarget, models], () => panels.settingsChanged()),
    showThemeColors((colors) => panels.tokenColorsChanged(colors)),
    createStatusBar({ chat, running, onDidChange, place }, models),
    completeSteps({ isConnected, hasAsked: () => running().length > 0, onDidChange }),
    enableCommands(panels, chats),
  ];
}
