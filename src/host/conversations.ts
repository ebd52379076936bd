import * as vscode from 'vscode';
import type { PanelNotice } from '../shared/panelProtocol.ts';
import type { ConversationSession } from './conversationSession.ts';
import { createConversationStore, type ConversationStore } from './conversationStore.ts';
import { createHistoryActions } from './historyActions.ts';
import { createHistorySource } from './historySource.ts';
import type { Log } from './log.ts';
import { messageOf } from './messageOf.ts';
import { openPanel } from './panelView.ts';
import type { Redactor } from './redactor.ts';
import { createSessionMemory, type SessionMemory } from './sessionMemory.ts';
import { showHistory } from './showHistory.ts';
import { createStoreNotes } from './storeNotes.ts';
import { removedFolder } from './storePaths.ts';
import type { StoreFiles } from './storeFiles.ts';
import { registerTransferCommands } from './transferCommands.ts';
import { createWorkspaceFiles } from './workspaceFiles.ts';

/** How long after a deletion another window may still be offering to undo it. */
const undoMs = 60 * 60 * 1000;

/** The stored conversations: the one of this window is kept, all are in the history. */
export function createConversations(
  context: vscode.ExtensionContext,
  session: ConversationSession,
  { log, redactor }: { readonly log: Log; readonly redactor: Redactor },
  notice: (notice: PanelNotice) => void,
): SessionMemory {
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'conversations');
  const files = createWorkspaceFiles(folder);
  const store = createConversationStore(files, vscode.workspace.name);
  const events = createStoreNotes(folder, log, notice);
  const memory = createSessionMemory(session, store, context.workspaceState, events);
  const logFailure = (error: unknown) => log.warn(messageOf(error));
  const source = createHistorySource(folder, files, store, logFailure);
  const { history } = source;
  const { flush } = memory;
  const open = async (id: string): Promise<void> => {
    await memory.open(id);
    await openPanel();
  };
  const actions = createHistoryActions({ session, store, history, flush, open });
  const { extensionUri, subscriptions } = context;
  subscriptions.push(
    source,
    registerTransferCommands({ session, store, history, redactor, log, extensionUri, flush }),
    vscode.commands.registerCommand('parley.showHistory', async () => {
      await flush();
      history.touch(session.conversation.id);
      await showHistory(source, actions);
    }),
  );
  purgeOld(files, store).catch(logFailure);
  return memory;
}

/** Deletes for good what was deleted before and not brought back. */
async function purgeOld(files: StoreFiles, store: ConversationStore): Promise<void> {
  const changedAt = await files.changedAt(removedFolder);
  if (changedAt > 0 && Date.now() - changedAt > undoMs) {
    await store.purge();
  }
}
