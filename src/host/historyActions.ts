import * as vscode from 'vscode';
import type { ConversationHistory } from './conversationHistory.ts';
import type { ConversationSession } from './conversationSession.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { ConversationSummary } from './conversationSummary.ts';
import { messageOf } from './messageOf.ts';

/** What can be done with a stored conversation. */
export interface HistoryActions {
  readonly currentId: () => string;
  open(summary: ConversationSummary): Promise<void>;
  pin(summary: ConversationSummary, pinned: boolean): Promise<void>;
  /** Asks for a new title. */
  rename(summary: ConversationSummary): Promise<void>;
  remove(summary: ConversationSummary): Promise<void>;
  /** Offers to bring back what was removed, and deletes it for good where the user does not want that. */
  offerUndo(removed: readonly ConversationSummary[]): Promise<void>;
}

/** What the history acts on. */
export interface HistoryServices {
  readonly session: ConversationSession;
  readonly store: ConversationStore;
  readonly history: ConversationHistory;
  /** Waits until the conversation of this window is on disk. */
  readonly flush: () => Promise<void>;
  /** Shows a stored conversation, and the panel. */
  readonly open: (id: string) => Promise<void>;
}

/** A longer title is no title. */
const maxTitleLength = 200;

/** Acts on stored conversations; what the file system throws is thrown. */
export function createHistoryActions(services: HistoryServices): HistoryActions {
  const { session, store, history } = services;
  const note = async (id: string, notes: Parameters<typeof store.note>[1]): Promise<void> => {
    await store.note(id, notes);
    history.touch(id);
  };
  return {
    currentId: () => session.conversation.id,
    async open({ id }) {
      if (id !== session.conversation.id && !(await mayLeave(session))) {
        return;
      }
      await services.open(id);
    },
    pin: async ({ id }, pinned) => note(id, { pinned }),
    async rename({ id, title }) {
      const typed = await vscode.window.showInputBox({
        title: vscode.l10n.t('Rename the chat'),
        prompt: vscode.l10n.t('Leave it empty to call it by its first message'),
        value: title,
        validateInput: (value) =>
          value.length > maxTitleLength
            ? vscode.l10n.t('At most {0} characters', maxTitleLength)
            : undefined,
      });
      if (typed !== undefined) {
        await note(id, { title: typed.trim() === '' ? undefined : typed.trim() });
      }
    },
    remove: async (summary) => remove(summary, services),
    offerUndo: async (removed) => offerUndo(removed, services),
  };
}

/** One reply at a time: the user may stop the one that is running here. */
async function mayLeave(session: ConversationSession): Promise<boolean> {
  if (!session.isRunning) {
    return true;
  }
  const open = vscode.l10n.t('Stop It and Open');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('A reply is still running in this conversation.'),
    open,
  );
  return answer === open;
}

async function remove({ id }: ConversationSummary, services: HistoryServices): Promise<void> {
  const { session, store, history, flush } = services;
  if (session.conversation.id === id) {
    session.show();
  }
  await flush();
  await store.remove(id);
  history.touch(id);
}

async function offerUndo(
  removed: readonly ConversationSummary[],
  { store, history }: HistoryServices,
): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  const [first] = removed;
  const words =
    removed.length === 1
      ? vscode.l10n.t('The chat "{0}" was deleted.', first?.title ?? '')
      : vscode.l10n.t('{0} chats were deleted.', removed.length);
  const answer = await vscode.window.showInformationMessage(words, undo);
  for (const { id, title } of removed) {
    try {
      await (answer === undo ? store.restore(id) : store.purge(id));
    } catch (error) {
      void vscode.window.showErrorMessage(`${title}: ${messageOf(error)}`);
    }
    history.touch(id);
  }
}
