import type * as vscode from 'vscode';
import { messageOf } from '../base/errorMessage.ts';
import type { AdjustmentMemory } from '../chat/requestAdjustments.ts';
import type { StoredChats } from '../history/start/storedChats.ts';
import { DiagramTabs } from '../panel/diagrams.ts';
import { provideImageDocuments } from '../panel/images/imageDocuments.ts';
import { PanelImages } from '../panel/images/panelImages.ts';
import { carryOutIntent } from '../panel/commands/carryOutIntent.ts';
import type { OpenChats } from '../panel/openChats.ts';
import type { CarriedIntent, Panel } from '../panel/panel.ts';
import { panelSettings } from '../panel/panelSettings.ts';
import type { Panels } from '../panel/panels.ts';
import { createSentMessages } from '../panel/sentMessages.ts';
import type { startFileChanges } from './fileChanges.ts';
import type { startMessages } from './messages.ts';
import type { Services } from './windowServices.ts';

/** What panels show and act on, beside what the parts share. */
interface PanelParts {
  readonly chats: OpenChats;
  readonly stored: StoredChats;
  readonly adjustments: AdjustmentMemory;
  readonly messages: ReturnType<typeof startMessages>;
  readonly code: ReturnType<typeof startFileChanges>;
}

/** Begins the panels. Gives what carries out their intents; a failure is logged and shown in the panel. */
export function beginPanels(
  { extensionUri, subscriptions }: vscode.ExtensionContext,
  panels: Panels,
  {
    log,
    redactor,
    preview,
    guard,
    models,
  }: Pick<Services, 'log' | 'redactor' | 'preview' | 'guard' | 'models'>,
  { chats, stored: { images, notices }, adjustments, messages, code }: PanelParts,
): (intent: CarriedIntent, panel: Panel) => void {
  const { contexts, prompts, lastQuestion } = messages;
  const diagrams = new DiagramTabs(extensionUri);
  const sent = createSentMessages();
  const acting = {
    contexts,
    prompts,
    images: new PanelImages(images),
    preview,
    diagrams,
    code: code.code,
    guard,
  };
  const onIntent = (intent: CarriedIntent, panel: Panel): void => {
    lastQuestion.noteSent(intent);
    sent.note(intent, panel.chat);
    carryOutIntent(intent, panel, acting).catch((error: unknown) => {
      log.error(messageOf(error));
      panel.notice({ severity: 'error', text: redactor.redact(messageOf(error)) });
    });
  };
  panels.begin({
    chats,
    notices,
    panel: {
      settings: (chat) => ({
        ...panelSettings(chat, adjustments, models),
        instructions: messages.instructionsOf(chat),
        applied: code.applied(chat),
        sent: sent.texts(),
      }),
      onIntent,
    },
  });
  const imageDocuments = provideImageDocuments(async (...place) => images.read(...place));
  subscriptions.push(diagrams, imageDocuments, chats, panels);
  return onIntent;
}
