import * as vscode from 'vscode';
import type { Conversation } from '../shared/conversation.ts';
import { handleCommand } from './commandHandlers.ts';
import type { ConversationHistory } from './conversationHistory.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { ExportServices } from './exportChats.ts';
import type { LoadLater } from './loadLater.ts';
import type { Log } from './log.ts';
import type { Redactor } from './redactor.ts';
import { sayingTrouble } from './storeTrouble.ts';

/** What the commands of export and import act on. */
export interface TransferServices {
  /** The conversation of the active panel. */
  readonly current: () => Conversation;
  readonly store: ConversationStore;
  readonly history: ConversationHistory;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
  /** Waits until the conversation of this window is on disk. */
  readonly flush: () => Promise<void>;
  readonly later: LoadLater;
}

/** Registers the commands of export and import. */
export function registerTransferCommands(services: TransferServices): vscode.Disposable {
  const { current, history, later } = services;
  const exported: ExportServices = {
    ...services,
    async flush() {
      await services.flush();
      history.touch(current().id);
    },
  };
  const handlers: Readonly<Record<string, () => Promise<void>>> = {
    async exportChat() {
      const { id, isTemporary } = current();
      if (isTemporary === true) {
        return sayTemporary();
      }
      return (await later()).exportConversations([id], exported);
    },
    exportChats: async () => (await later()).exportChosenChats(exported),
    exportAllChats: async () => (await later()).exportAllChats(exported),
    importChats: async () => (await later()).importChats(services),
  };
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([name, handler]) =>
      handleCommand(`parley.${name}`, async () => sayingTrouble(handler)),
    ),
  );
}

async function sayTemporary(): Promise<void> {
  await vscode.window.showInformationMessage(
    vscode.l10n.t('This chat is temporary: it is not stored. Keep it first, then export it.'),
  );
}
