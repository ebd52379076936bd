import * as vscode from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import type { Command } from '../base/commands.ts';
import { sayingTrouble } from '../store/storeNotices.ts';
import type { ChatTransfer } from './chatTransfer.ts';

/** What the commands act on. */
interface TransferCommandServices {
  /** The conversation of the active panel. */
  readonly current: () => Conversation;
  /** Loads what exports and imports. */
  readonly load: () => Promise<ChatTransfer>;
}

function command(run: () => Promise<void>): Command {
  return async () => sayingTrouble(run);
}

/** The commands that export and import chats. */
export function transferCommands({ current, load }: TransferCommandServices) {
  return {
    'parley.exportChat': command(async () => {
      const { id, isTemporary } = current();
      return isTemporary === true ? sayTemporary() : (await load()).exportChats([id]);
    }),
    'parley.exportChats': command(async () => (await load()).exportChosenChats()),
    'parley.exportAllChats': command(async () => (await load()).exportAllChats()),
    'parley.importChats': command(async () => (await load()).importChats()),
  } satisfies Record<string, Command>;
}

async function sayTemporary(): Promise<void> {
  await vscode.window.showInformationMessage(
    vscode.l10n.t('This chat is temporary and not saved. Save it first, then export it.'),
  );
}
