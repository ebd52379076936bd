import * as vscode from 'vscode';
import type { ConversationHistory } from './conversationHistory.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { ConversationSummary } from './conversationSummary.ts';
import { messageOf } from './messageOf.ts';
import type { OpenWhere } from './panels.ts';

/** What can be done with a stored conversation. */
export interface HistoryActions {
  readonly currentId: () => string;
  open(summary: ConversationSummary, where: OpenWhere): Promise<void>;
  pin(summary: ConversationSummary, pinned: boolean): Promise<void>;
  /** Asks for a new title. */
  rename(summary: ConversationSummary): Promise<void>;
  remove(summary: ConversationSummary): Promise<void>;
  /** Offers to bring back what was removed, and deletes it for good where the user does not want that. */
  offerUndo(removed: readonly ConversationSummary[]): Promise<void>;
}

/** What the history acts on. */
export interface HistoryServices {
  readonly currentId: () => string;
  readonly store: ConversationStore;
  readonly history: ConversationHistory;
  /** Waits until what was said in this window is on disk. */
  readonly flush: () => Promise<void>;
  /** Shows a stored conversation. Throws an error that says so where there is none. */
  readonly openConversation: (id: string, where: OpenWhere) => Promise<void>;
  /** Stops what runs in a conversation and leaves it in every panel. */
  readonly leave: (id: string) => void;
}

/** A longer title is no title. */
const maxTitleLength = 200;

/** Acts on stored conversations; what the file system throws is thrown. */
export function createHistoryActions(services: HistoryServices): HistoryActions {
  const { store, history } = services;
  const note = async (id: string, notes: Parameters<typeof store.note>[1]): Promise<void> => {
    await store.note(id, notes);
    history.touch(id);
  };
  return {
    currentId: services.currentId,
    open: async ({ id }, where) => services.openConversation(id, where),
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

async function remove({ id }: ConversationSummary, services: HistoryServices): Promise<void> {
  const { leave, store, history, flush } = services;
  leave(id);
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
