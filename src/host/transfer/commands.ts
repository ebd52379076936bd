import * as vscode from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import { handleCommand } from '../base/commands.ts';
import type { History } from '../history/history.ts';
import type { ChatStore } from '../store/chatStore.ts';
import {
  exportAllChats,
  exportChosenChats,
  exportConversations,
  type ExportServices,
} from './exportChats.ts';
import type { Log, Redactor } from '../base/log.ts';
import { sayingTrouble } from '../store/storeNotices.ts';
import { importChats } from './importChats.ts';

/** What the commands of export and import act on. */
export interface TransferServices {
  /** The conversation of the active panel. */
  readonly current: () => Conversation;
  readonly store: ChatStore;
  readonly history: History;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
  /** Waits until the conversation of this window is on disk. */
  readonly flush: () => Promise<void>;
}

/** Registers the commands of export and import. */
export function registerTransferCommands(services: TransferServices): vscode.Disposable {
  const { current, history } = services;
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
      return exportConversations([id], exported);
    },
    exportChats: async () => exportChosenChats(exported),
    exportAllChats: async () => exportAllChats(exported),
    importChats: async () => importChats(services),
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
