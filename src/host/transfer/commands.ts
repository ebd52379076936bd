import * as vscode from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import type { Command } from '../base/commands.ts';
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

function transfer(run: () => Promise<void>): Command {
  return async () => sayingTrouble(run);
}

/** The commands that export and import chats. */
export function transferCommands({ current, exports, imports }: TransferServices) {
  return {
    'parley.exportChat': transfer(async () => {
      const { id, isTemporary } = current();
      return isTemporary === true ? sayTemporary() : exportChats([id], exports);
    }),
    'parley.exportChats': transfer(async () => exportChosenChats(exports)),
    'parley.exportAllChats': transfer(async () => exportAllChats(exports)),
    'parley.importChats': transfer(async () => importChats(imports)),
  } satisfies Record<string, Command>;
}

async function sayTemporary(): Promise<void> {
  await vscode.window.showInformationMessage(
    vscode.l10n.t('This chat is temporary and not saved. Save it first, then export it.'),
  );
}
