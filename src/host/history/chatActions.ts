import * as vscode from 'vscode';
import { changedTags, commonTags, parseTags } from '../../conversation/labels.ts';
import type { ChatLabels } from '../../shared/conversation/conversation.ts';
import { labelText, notificationText } from '../base/safeText.ts';
import type { OpenWhere } from '../panel/panels.ts';
import { addConversation, type ChatStore } from '../store/chatStore.ts';
import { storeTrouble, unsavedText } from '../store/storeNotices.ts';
import type { ChatSummary } from './chatSummary.ts';
import type { History } from './history.ts';

/** What can be done with stored conversations. What the file system throws is thrown. */
export interface HistoryActions {
  readonly currentId: () => string;
  readonly open: (summary: ChatSummary, where: OpenWhere) => Promise<void>;
  readonly pin: (summaries: readonly ChatSummary[], pinned: boolean) => Promise<void>;
  /** Asks for a new title. */
  readonly rename: (summary: ChatSummary) => Promise<void>;
  /** Asks the model for a title, once the user has agreed to the request. */
  readonly titleFromModel: (summary: ChatSummary) => Promise<void>;
  /** Asks for the tags that all of them are to have. */
  readonly tag: (summaries: readonly ChatSummary[]) => Promise<void>;
  readonly duplicate: (summaries: readonly ChatSummary[]) => Promise<void>;
  /** Asks for the format and the place. */
  readonly exportTo: (summaries: readonly ChatSummary[]) => Promise<void>;
  readonly remove: (summaries: readonly ChatSummary[]) => Promise<void>;
}

/** What the history acts on. */
export interface HistoryServices {
  /** The conversation of the active panel. */
  readonly currentId: () => string;
  readonly store: ChatStore;
  readonly history: History;
  /** Waits until what was said in this window is on disk. */
  readonly flush: () => Promise<void>;
  /** Shows a stored conversation. Throws an error that says so where there is none. */
  readonly openConversation: (id: string, where: OpenWhere) => Promise<void>;
  /** Stops what runs in a conversation. */
  readonly stop: (id: string) => void;
  /** Whether something of a conversation could not be written yet. */
  readonly isUnsaved: (id: string) => boolean;
  /** Leaves a conversation in every panel. */
  readonly leave: (id: string) => void;
  readonly exportTo: (ids: readonly string[]) => Promise<void>;
  /** A title from the model; nothing where the user does not want the request, or it failed. */
  readonly askForTitle: (id: string) => Promise<string | undefined>;
}

/** A longer title is no title. */
const maxTitleLength = 200;

/** Acts on stored conversations; `onRemoved` hears of those that were taken away and can be brought back. */
export function createHistoryActions(
  services: HistoryServices,
  onRemoved: (removed: readonly ChatSummary[]) => void,
): HistoryActions {
  return {
    currentId: services.currentId,
    open: async ({ id }, where) => services.openConversation(id, where),
    async pin(summaries, pinned) {
      for (const { id } of summaries) {
        await note(services, id, { pinned });
      }
    },
    rename: async (summary) => rename(summary, services),
    async titleFromModel({ id }) {
      await services.flush();
      const title = await services.askForTitle(id);
      if (title !== undefined) {
        await note(services, id, { title });
        vscode.window.setStatusBarMessage(
          vscode.l10n.t('The chat is called "{0}".', labelText(title)),
          5000,
        );
      }
    },
    tag: async (summaries) => tag(summaries, services),
    async duplicate(summaries) {
      for (const summary of summaries) {
        await duplicate(summary, services);
      }
    },
    exportTo: async (summaries) => services.exportTo(summaries.map(({ id }) => id)),
    remove: async (summaries) => removeConversations(summaries, services, onRemoved),
  };
}

/** Changes what is noted of a conversation. */
async function note(
  { store, history, flush }: HistoryServices,
  id: string,
  notes: ChatLabels,
): Promise<void> {
  await flush();
  await store.note(id, notes);
  history.touch(id);
}

async function rename({ id, title }: ChatSummary, services: HistoryServices) {
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
    await note(services, id, { title: typed.trim() === '' ? undefined : typed.trim() });
  }
}

async function tag(summaries: readonly ChatSummary[], services: HistoryServices) {
  const common = commonTags(summaries.map(({ tags }) => tags));
  const used = new Set((await services.history.all()).flatMap(({ tags }) => tags));
  const typed = await vscode.window.showInputBox({
    title:
      summaries.length === 1
        ? vscode.l10n.t('Tags of the chat')
        : vscode.l10n.t('Tags of {0} chats', summaries.length),
    prompt:
      used.size === 0
        ? vscode.l10n.t('Separate tags by commas')
        : vscode.l10n.t(
            'Separate tags by commas. In use: {0}',
            notificationText([...used].slice(0, 20).join(', ')),
          ),
    value: common.join(', '),
  });
  if (typed !== undefined) {
    const wanted = parseTags(typed);
    for (const { id, tags } of summaries) {
      await note(services, id, { tags: changedTags(tags, common, wanted) });
    }
  }
}

async function duplicate({ id, title }: ChatSummary, services: HistoryServices) {
  const { store, history, flush } = services;
  await flush();
  const stored = await store.load(id);
  if (stored !== undefined) {
    const copyId = crypto.randomUUID();
    await addConversation(store, copyId, {
      // What waits to be sent is sent once.
      conversation: { ...stored.conversation, queued: undefined },
      notes: { ...stored.notes, pinned: undefined, title: vscode.l10n.t('{0} (copy)', title) },
    });
    history.touch(copyId);
  }
}

type RemovalServices = Pick<
  HistoryServices,
  'stop' | 'leave' | 'isUnsaved' | 'store' | 'history' | 'flush'
>;

/**
 * Takes a conversation away until it is purged; panels that show it show a new one. Throws what the file
 * system throws; then it stays where it is, as does one that could not be saved.
 */
async function removeConversation(
  { id }: ChatSummary,
  { stop, leave, isUnsaved, store, history, flush }: RemovalServices,
): Promise<void> {
  stop(id);
  await flush();
  if (isUnsaved(id)) {
    throw new Error(unsavedText());
  }
  await store.remove(id);
  leave(id);
  history.touch(id);
}

/** Takes several away, one after another; where one fails, `onRemoved` hears of those before it. */
export async function removeConversations(
  summaries: readonly ChatSummary[],
  services: RemovalServices,
  onRemoved: (removed: readonly ChatSummary[]) => void,
): Promise<void> {
  const removed: ChatSummary[] = [];
  try {
    for (const summary of summaries) {
      await removeConversation(summary, services);
      removed.push(summary);
    }
  } finally {
    onRemoved(removed);
  }
}

/** Offers to bring back what was removed, and deletes it for good where the user does not want that. */
export async function offerUndo(
  removed: readonly ChatSummary[],
  { store, history }: RemovalServices,
): Promise<void> {
  if (removed.length === 0) {
    return;
  }
  const undo = vscode.l10n.t('Undo');
  const [first] = removed;
  const words =
    removed.length === 1
      ? vscode.l10n.t('The chat "{0}" was deleted.', notificationText(first?.title ?? ''))
      : vscode.l10n.t('{0} chats were deleted.', removed.length);
  const answer = await vscode.window.showInformationMessage(words, undo);
  for (const { id, title } of removed) {
    try {
      await (answer === undo ? store.restore(id) : store.purge(id));
    } catch (error) {
      void vscode.window.showErrorMessage(notificationText(`${title}: ${storeTrouble(error)}`));
    }
    history.touch(id);
  }
}
