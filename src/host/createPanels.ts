import * as vscode from 'vscode';
import { askInEditor } from './askInEditor.ts';
import { loadContexts } from './bundles.ts';
import { createPrompting } from './prompting.ts';
import { createSessionServices } from './sessionServices.ts';
import type { StoredChats } from './storedChats.ts';
import { lazyFileChanges } from './codeActions.ts';
import { messageOf } from './base/errorMessage.ts';
import { loadOnce } from './base/loadOnce.ts';
import type { AskingServices } from './chat/askForTarget.ts';
import { type Chat, createChatMaker } from './chat/chat.ts';
import { createAdjustmentMemory } from './chat/requestAdjustments.ts';
import { createSideChatMaker } from './chat/sideChat.ts';
import type { Contexts } from './context/contexts.ts';
import type { ContextServices } from './contextSources.ts';
import { provideImageDocuments } from './panel/images/imageDocuments.ts';
import { PanelImages } from './panel/images/panelImages.ts';
import { DiagramTabs } from './panel/diagrams.ts';
import { carryOutIntent, type IntentServices } from './panel/intents/carryOutIntent.ts';
import { OpenChats } from './panel/openChats.ts';
import type { CarriedIntent, Panel } from './panel/panel.ts';
import { Panels } from './panel/panels.ts';
import { panelSettings } from './panel/panelSettings.ts';
import { createSentMessages } from './panel/sentMessages.ts';
import type { Services } from './windowServices.ts';

/** The chats, the panels that show them, and what carries out the intents of a panel. */
export function createPanels(
  context: vscode.ExtensionContext,
  services: Services & Pick<AskingServices, 'connect'>,
  { sync, images, notices }: StoredChats,
) {
  const { log, models, clients, keys, lastTarget, preview, redactor, connect, costs, guard } =
    services;
  const { globalState, extensionUri, subscriptions } = context;
  const parts = messageParts(context, services, () => panels);
  const diagrams = new DiagramTabs(extensionUri);
  const code = lazyFileChanges(context, () => panels.settingsChanged());
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
    { ...parts.intents, images: panelImages, preview, diagrams, code: code.code, guard },
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
        applied: code.applied(chat),
        sent: parts.sentTexts(),
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
  const sent = createSentMessages();
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
    previewInEditor: questions.preview,
    intents: {
      contexts,
      prompts: prompting.intents,
    } satisfies Partial<IntentServices>,
    rememberSent: (intent: CarriedIntent, chat: Chat): void => {
      questions.rememberSent(intent);
      sent.note(intent, chat);
    },
    sentTexts: sent.texts,
    instructionsOf: prompting.instructionsOf,
  };
}

/** Carries out intents. A failure is logged and shown in the panel. */
function intentHandler(
  intents: IntentServices,
  { log, redactor }: Pick<Services, 'log' | 'redactor'>,
  before: (intent: CarriedIntent, chat: Chat) => void,
) {
  return (intent: CarriedIntent, panel: Panel): void => {
    before(intent, panel.chat);
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
