import * as vscode from 'vscode';
import { changedTags, commonTags, parseTags } from '../../conversation/titleAndTags.ts';
import { imagesOf } from '../../conversation/request/sentImages.ts';
import type { ChatLabels } from '../../shared/conversation/conversation.ts';
import { formatNumber } from '../../shared/language.ts';
import { labelText, nameText, notificationText } from '../base/safeText.ts';
import type { ImageStore } from '../images/imageStore.ts';
import type { OpenChats } from '../panel/openChats.ts';
import type { Panels } from '../panel/panels.ts';
import { addConversation, type ChatStore } from '../store/chatStore.ts';
import { goneText, unsavedText } from '../store/storeNotices.ts';
import type { ChatSync } from '../store/sync/chatSync.ts';
import type { ChatSummary } from './chatSummary.ts';
import type { History } from './history.ts';
import type { Removals } from './removals.ts';

/** Something that the user does with one or more stored chats. Throws what the file system throws. */
type ChatAction = (summaries: readonly ChatSummary[]) => Promise<void>;

/** What the user can do with stored chats. Of several, the first is opened, renamed or given a title. */
export interface ChatActions {
  readonly open: ChatAction;
  readonly openInEditor: ChatAction;
  /** Pins chats, or unpins them if all are pinned. */
  readonly pin: ChatAction;
  /** Asks for a new title. */
  readonly rename: ChatAction;
  /** Asks the model for a title, once the user has agreed to the request. */
  readonly titleFromModel: ChatAction;
  /** Asks for the tags. The input box starts with those that all of the chats have. */
  readonly tag: ChatAction;
  readonly duplicate: ChatAction;
  /** Asks for the format and the file or folder. */
  readonly exportTo: ChatAction;
  /** Deletes chats so that they can be restored. */
  readonly remove: ChatAction;
}

/** What the actions work on. */
export interface ChatActionServices {
  readonly store: ChatStore;
  readonly history: Pick<History, 'all' | 'touch'>;
  readonly sync: Pick<ChatSync, 'flush' | 'isUnsaved'>;
  readonly images: Pick<ImageStore, 'copy'>;
  readonly removals: Pick<Removals, 'offerUndo'>;
  readonly panels: Pick<Panels, 'active' | 'openConversation' | 'openTab' | 'leave'>;
  readonly chats: Pick<OpenChats, 'stop' | 'setLabels'>;
  readonly exportTo: (ids: readonly string[]) => Promise<void>;
  /** A title from the model; undefined if the user does not confirm the request, or if it failed. */
  readonly askForTitle: (id: string) => Promise<string | undefined>;
}

/** Calls `onRemoved` with the chats that were deleted and can be restored. */
export function createChatActions(
  services: Omit<ChatActionServices, 'removals'>,
  onRemoved: (removed: readonly ChatSummary[]) => void,
): ChatActions {
  return {
    open: first(async ({ id }) => services.panels.openConversation(id, 'panel')),
    openInEditor: first(async ({ id }) => services.panels.openConversation(id, 'editor')),
    async pin(summaries) {
      const pinned = !summaries.every((summary) => summary.pinned);
      for (const { id } of summaries) {
        await setLabels(services, id, { pinned });
      }
    },
    rename: first(async (summary) => rename(summary, services)),
    titleFromModel: first(async ({ id }) => titleFromModel(id, services)),
    tag: async (summaries) => tag(summaries, services),
    async duplicate(summaries) {
      for (const summary of summaries) {
        await duplicate(summary, services);
      }
    },
    exportTo: async (summaries) => services.exportTo(summaries.map(({ id }) => id)),
    remove: async (summaries) => removeChats(summaries, services, onRemoved),
  };
}

function first(act: (summary: ChatSummary) => Promise<void>): ChatAction {
  return async ([summary]) => summary && act(summary);
}

/** What labels are set with. */
type LabelServices = Pick<ChatActionServices, 'store' | 'history' | 'sync' | 'chats'>;

async function setLabels(
  { store, history, sync, chats }: LabelServices,
  id: string,
  labels: ChatLabels,
): Promise<void> {
  await sync.flush();
  if (sync.isUnsaved(id) && (await store.loadHead(id)) === undefined) {
    throw new Error(unsavedText());
  }
  await store.setLabels(id, labels);
  chats.setLabels(id, labels);
  history.touch(id);
}

/** A longer title is not accepted. In characters. */
const maxTitleLength = 200;

async function rename({ id, title }: ChatSummary, services: LabelServices): Promise<void> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Rename Chat'),
    prompt: vscode.l10n.t('Leave empty to use the first message as the title'),
    value: title,
    validateInput: (value) =>
      value.length > maxTitleLength
        ? vscode.l10n.t('Must not be longer than {0} characters.', formatNumber(maxTitleLength))
        : undefined,
  });
  if (typed !== undefined) {
    await setLabels(services, id, { title: typed.trim() === '' ? undefined : typed.trim() });
  }
}

async function titleFromModel(
  id: string,
  services: LabelServices & Pick<ChatActionServices, 'askForTitle'>,
): Promise<void> {
  await services.sync.flush();
  const title = await services.askForTitle(id);
  if (title !== undefined) {
    await setLabels(services, id, { title });
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('The chat was renamed to “{0}”.', labelText(title)),
      5000,
    );
  }
}

async function tag(summaries: readonly ChatSummary[], services: LabelServices): Promise<void> {
  const common = commonTags(summaries.map(({ tags }) => tags));
  const used = new Set((await services.history.all()).flatMap(({ tags }) => tags));
  const typed = await vscode.window.showInputBox({
    title:
      summaries.length === 1
        ? vscode.l10n.t('Tags of the chat')
        : vscode.l10n.t('Tags of {0} chats', formatNumber(summaries.length)),
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

async function duplicate(
  { id, title }: ChatSummary,
  {
    store,
    history,
    sync,
    images,
  }: Pick<ChatActionServices, 'store' | 'history' | 'sync' | 'images'>,
): Promise<void> {
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

/** What chats are deleted with. */
type RemovalServices = Omit<ChatActionServices, 'images' | 'removals' | 'exportTo' | 'askForTitle'>;

/**
 * Deletes chats, one after another, and calls `onRemoved` with those that were deleted, even if
 * one fails. A chat that is not saved is not deleted. Throws what the file system throws.
 */
export async function removeChats(
  summaries: readonly ChatSummary[],
  services: RemovalServices,
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
  { store, history, sync, panels, chats }: RemovalServices,
): Promise<void> {
  chats.stop(id);
  await sync.flush();
  if (sync.isUnsaved(id)) {
    throw new Error(unsavedText());
  }
  await store.remove(id);
  panels.leave(id);
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
        : vscode.l10n.t('{0} chats were deleted.', formatNumber(removed.length));
    await removals.offerUndo(removed, words);
  }
}
