import * as vscode from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import { handleCommand } from '../base/commands.ts';
import { sayingTrouble } from '../store/storeNotices.ts';
import {
  exportAllChats,
  exportChats,
  exportChosenChats,
  type ExportServices,
} from './exportChats.ts';
import { importChats, type ImportServices } from './importChats.ts';

/** What the commands act on. */
interface TransferServices {
  /** The conversation of the active panel. */
  readonly current: () => Conversation;
  readonly exports: ExportServices;
  readonly imports: ImportServices;
}

/** Registers the commands that export and import chats. */
export function registerTransferCommands({
  current,
  exports,
  imports,
}: TransferServices): vscode.Disposable {
  const handlers: Readonly<Record<string, () => Promise<void>>> = {
    async exportChat() {
      const { id, isTemporary } = current();
      return isTemporary === true ? sayTemporary() : exportChats([id], exports);
    },
    exportChats: async () => exportChosenChats(exports),
    exportAllChats: async () => exportAllChats(exports),
    importChats: async () => importChats(imports),
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
