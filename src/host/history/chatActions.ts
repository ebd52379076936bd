import * as vscode from 'vscode';
import { changedTags, commonTags, parseTags } from '../../conversation/labels.ts';
import { imagesOf } from '../../conversation/request/sentImages.ts';
import type { ChatLabels } from '../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { labelText, nameText, notificationText } from '../base/safeText.ts';
import type { ImageStore } from '../images/imageStore.ts';
import type { OpenWhere } from '../panel/panels.ts';
import { addConversation, type ChatStore } from '../store/chatStore.ts';
import { goneText, unsavedText } from '../store/storeNotices.ts';
import type { ChatSync } from '../store/sync/chatSync.ts';
import type { ChatSummary } from './chatSummary.ts';
import type { History } from './history.ts';
import type { Removals } from './removals.ts';

/** What the user can do with stored chats. Every method throws what the file system throws. */
export interface ChatActions {
  readonly open: (summary: ChatSummary, where: OpenWhere) => Promise<void>;
  readonly pin: (summaries: readonly ChatSummary[], pinned: boolean) => Promise<void>;
  /** Asks for a new title. */
  readonly rename: (summary: ChatSummary) => Promise<void>;
  /** Asks the model for a title, once the user has agreed to the request. */
  readonly titleFromModel: (summary: ChatSummary) => Promise<void>;
  /** Asks for the tags. The input box starts with those that all of the chats have. */
  readonly tag: (summaries: readonly ChatSummary[]) => Promise<void>;
  readonly duplicate: (summaries: readonly ChatSummary[]) => Promise<void>;
  /** Asks for the format and the file or folder. */
  readonly exportTo: (summaries: readonly ChatSummary[]) => Promise<void>;
  /** Deletes chats so that they can be restored. */
  readonly remove: (summaries: readonly ChatSummary[]) => Promise<void>;
}

/** What the actions work on. */
export interface ChatActionServices {
  readonly store: ChatStore;
  readonly history: Pick<History, 'all' | 'touch'>;
  readonly sync: Pick<ChatSync, 'flush' | 'isUnsaved'>;
  readonly images: Pick<ImageStore, 'copy'>;
  readonly removals: Pick<Removals, 'offerUndo'>;
  readonly window: WindowChats;
}

/** The chats that are open in this window, by the id of their conversation. */
export interface WindowChats {
  /** The chat of the active panel. */
  readonly currentId: () => string;
  /** Shows a stored chat. Throws an error for the user if it does not exist. */
  readonly open: (id: string, where: OpenWhere) => Promise<void>;
  /** Stops the reply that is running in a chat. */
  readonly stop: (id: string) => void;
  /** Makes every panel that shows the chat show a new chat. */
  readonly leave: (id: string) => void;
}

/** Further actions, on chats by their ids. */
export interface MoreChatActions {
  readonly exportTo: (ids: readonly string[]) => Promise<void>;
  /** Exports chats that the user chooses. */
  readonly exportChosen: () => Promise<void>;
  /** A title from the model; undefined if the user does not confirm the request, or if it failed. */
  readonly askForTitle: (id: string) => Promise<string | undefined>;
}

/** Calls `onRemoved` with the chats that were deleted and can be restored. */
export function createChatActions(
  services: ChatActionServices,
  more: MoreChatActions,
  onRemoved: (removed: readonly ChatSummary[]) => void,
): ChatActions {
  return {
    open: async ({ id }, where) => services.window.open(id, where),
    async pin(summaries, pinned) {
      for (const { id } of summaries) {
        await setLabels(services, id, { pinned });
      }
    },
    rename: async (summary) => rename(summary, services),
    titleFromModel: async ({ id }) => titleFromModel(id, services, more),
    tag: async (summaries) => tag(summaries, services),
    async duplicate(summaries) {
      for (const summary of summaries) {
        await duplicate(summary, services);
      }
    },
    exportTo: async (summaries) => more.exportTo(summaries.map(({ id }) => id)),
    remove: async (summaries) => removeChats(summaries, services, onRemoved),
  };
}

async function setLabels(
  { store, history, sync }: ChatActionServices,
  id: string,
  labels: ChatLabels,
): Promise<void> {
  await sync.flush();
  if (sync.isUnsaved(id) && (await store.loadHead(id)) === undefined) {
    throw new Error(unsavedText());
  }
  await store.setLabels(id, labels);
  history.touch(id);
}

/** A longer title is not accepted. In characters. */
const maxTitleLength = 200;

async function rename({ id, title }: ChatSummary, services: ChatActionServices): Promise<void> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Rename chat'),
    prompt: vscode.l10n.t('Leave empty to use the first message as the title'),
    value: title,
    validateInput: (value) =>
      value.length > maxTitleLength
        ? vscode.l10n.t('At most {0} characters', formatNumber(maxTitleLength))
        : undefined,
  });
  if (typed !== undefined) {
    await setLabels(services, id, { title: typed.trim() === '' ? undefined : typed.trim() });
  }
}

async function titleFromModel(
  id: string,
  services: ChatActionServices,
  { askForTitle }: MoreChatActions,
): Promise<void> {
  await services.sync.flush();
  const title = await askForTitle(id);
  if (title !== undefined) {
    await setLabels(services, id, { title });
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('The chat was renamed to “{0}”.', labelText(title)),
      5000,
    );
  }
}

async function tag(summaries: readonly ChatSummary[], services: ChatActionServices): Promise<void> {
  const common = commonTags(summaries.map(({ tags }) => tags));
  const used = new Set((await services.history.all()).flatMap(({ tags }) => tags));
  const typed = await vscode.window.showInputBox({
    title:
      summaries.length === 1
        ? vscode.l10n.t('Tags of the chat')
        : plural(summaries.length, {
            one: vscode.l10n.t('Tags of {0} chat', formatNumber(summaries.length)),
            other: vscode.l10n.t('Tags of {0} chats', formatNumber(summaries.length)),
          }),
    prompt:
      used.size === 0
        ? vscode.l10n.t('Separate tags with commas')
        : vscode.l10n.t(
            'Separate tags with commas. Existing tags: {0}',
            notificationText([...used].slice(0, 20).join(', ')),
          ),
    value: common.join(', '),
  });
  if (typed !== undefined) {
    const wanted = parseTags(typed);
    for (const { id, tags } of summaries) {
      await setLabels(services, id, { tags: changedTags(tags, common, wanted) });
    }
  }
}

async function duplicate({ id, title }: ChatSummary, services: ChatActionServices): Promise<void> {
  const { store, history, sync, images } = services;
  await sync.flush();
  const stored = await store.load(id);
  if (stored === undefined) {
    throw new Error(sync.isUnsaved(id) ? unsavedText() : goneText());
  }
  const copyId = crypto.randomUUID();
  await images.copy(id, copyId, imagesOf(stored.conversation.turns));
  await addConversation(store, copyId, {
    // A queued message would otherwise be sent in both chats.
    conversation: { ...stored.conversation, queued: undefined },
    labels: { ...stored.labels, pinned: undefined, title: vscode.l10n.t('{0} (copy)', title) },
  });
  history.touch(copyId);
}

/**
 * Deletes chats, one after another, and calls `onRemoved` with those that were deleted, even if
 * one fails. A chat that is not saved is not deleted. Throws what the file system throws.
 */
export async function removeChats(
  summaries: readonly ChatSummary[],
  services: ChatActionServices,
  onRemoved: (removed: readonly ChatSummary[]) => void,
): Promise<void> {
  const removed: ChatSummary[] = [];
  try {
    for (const summary of summaries) {
      await removeChat(summary, services);
      removed.push(summary);
    }
  } finally {
    onRemoved(removed);
  }
}

async function removeChat(
  { id }: ChatSummary,
  { store, history, sync, window }: ChatActionServices,
): Promise<void> {
  window.stop(id);
  await sync.flush();
  if (sync.isUnsaved(id)) {
    throw new Error(unsavedText());
  }
  await store.remove(id);
  window.leave(id);
  history.touch(id);
}

/** Offers to bring back chats that the user has deleted. */
export async function offerUndo(
  removed: readonly ChatSummary[],
  { removals }: Pick<ChatActionServices, 'removals'>,
): Promise<void> {
  if (removed.length > 0) {
    const [first] = removed;
    const words =
      removed.length === 1
        ? vscode.l10n.t('The chat “{0}” was deleted.', nameText(first?.title ?? ''))
        : plural(removed.length, {
            one: vscode.l10n.t('{0} chat was deleted.', formatNumber(removed.length)),
            other: vscode.l10n.t('{0} chats were deleted.', formatNumber(removed.length)),
          });
    await removals.offerUndo(removed, words);
  }
}
