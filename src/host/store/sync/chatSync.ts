import {
  applyEvent,
  endInterrupted,
  runningTurn,
  turnElsewhere,
} from '../../../conversation/conversationState.ts';
import { takeIn } from '../../../conversation/takeIn.ts';
import { imagesOf } from '../../../conversation/request/sentImages.ts';
import type { Conversation, Turn } from '../../../shared/conversation/conversation.ts';
import type { Image } from '../../../shared/images/image.ts';
import type { ConversationEvent } from '../../../shared/conversation/conversationEvent.ts';
import type { ChatStore } from '../chatStore.ts';
import type { StoredConversation } from '../loadConversation.ts';
import type { WriteEvents } from '../storeNotices.ts';
import { createSaver, type Saver } from './saver.ts';
import { takeInOtherWindows, type OtherWindowsServices, OtherTurns } from './otherWindows.ts';
import { type OpenConversation, StoredHeads } from './storedHeads.ts';

/** A conversation that is alive in this window, as the session of a chat is. */
export interface LiveConversation extends OpenConversation {
  /** Whether a reply is running in this window. */
  readonly isRunning: boolean;
  /** Calls the listener after each event, with where it happened. */
  readonly onDidApply: (
    listener: (applied: {
      readonly event: ConversationEvent;
      readonly from: 'here' | 'otherWindow';
    }) => void,
  ) => Disposable;
}

/** Called when another window has done something with a chat. */
export interface OtherWindowsEvents extends Pick<OtherWindowsServices, 'onLabels'> {
  /** Called when another window has deleted the chat, or some files of one that cannot be written again. */
  readonly onDeleted: () => void;
}

interface Disposable {
  dispose(): void;
}

/** Called as the chats of this window are written. */
interface SyncEvents extends WriteEvents {
  /** Some of the chat with this id was written. */
  saved(id: string): void;
}

/** The images of the chats, as far as they are written and forgotten with them. */
interface ChatImages {
  /** Writes images before a file that names them. Throws what the file system throws. */
  settle(chat: Pick<Conversation, 'id'>, images: readonly Image[]): Promise<void>;
  forget(chatId: string): void;
}

/** Keeps the chats of this window and their files the same. */
export type ChatSync = ReturnType<typeof createChatSync>;

/** Saves to `store`, and to `images` first what a turn or a queued message names. */
export function createChatSync(store: ChatStore, events: SyncEvents, images?: ChatImages) {
  const heads = new StoredHeads(store);
  const live = new Map<LiveConversation, Disposable>();
  const liveConversation = (id: string): Conversation | undefined =>
    [...live.keys()].find(({ conversation }) => conversation.id === id)?.conversation;
  const saver = createSaver(filesOf(store, heads, { events, images, liveConversation }), events);
  const parts: SyncParts = { store, heads, saver };
  return {
    /**
     * The stored conversation with all that was said in it until now; undefined where there is none. Throws
     * what the file system throws.
     */
    async load(id: string) {
      await saver.flush();
      const stored = await store.open(id);
      return stored && withRunningReplies(stored, store);
    },
    /** The end of a long stored conversation, to be shown until all of it is read; see `ChatStore`. */
    async loadEnd(id: string) {
      await saver.flush();
      return store.loadEnd(id);
    },
    /** Saves what happens in a chat and takes in what other windows change, until it is disposed of. */
    start(chat: LiveConversation, otherWindows: OtherWindowsEvents) {
      heads.begin(chat.conversation);
      const running = syncChat(chat, parts, otherWindows);
      live.set(chat, running);
      return {
        dispose() {
          running.dispose();
          live.delete(chat);
          images?.forget(chat.conversation.id);
        },
      };
    },
    /** Whether something could not be written: then it is in memory only. */
    get isFailing() {
      return saver.isFailing;
    },
    /** Whether something of the chat with this id is not written yet. */
    isUnsaved: (id: string) =>
      [...live.keys()].some(
        ({ conversation }) => conversation.id === id && saver.isPending(conversation),
      ),
    /** Writes what is not written yet and waits until that was tried. */
    flush: async () => saver.flush(),
    /** Writes what the store lacks of the chats in memory, for when another folder was set. Throws what the file system throws. */
    complete: async (): Promise<void> => {
      await Promise.all([...live.keys()].map(async (chat) => complete(chat, parts)));
    },
    /** Writes everything as the window ends; a reply that is still running is stored as cut off. */
    end: async (): Promise<void> => {
      for (const [{ conversation }, running] of live) {
        running.dispose();
        saveRunningTurn(conversation, saver, endInterrupted);
      }
      await saver.flush();
    },
  };
}

interface FileServices {
  readonly events: SyncEvents;
  readonly images: ChatImages | undefined;
  readonly liveConversation: (id: string) => Conversation | undefined;
}

/** How the saver writes: first the images that a file is going to name. */
function filesOf(
  store: ChatStore,
  heads: StoredHeads,
  { events, images, liveConversation }: FileServices,
): Pick<ChatStore, 'saveHead' | 'saveTurn'> {
  return {
    async saveHead(conversation) {
      const { id } = conversation;
      await images?.settle({ id }, conversation.queued?.images ?? []);
      // While it waited to be written, changes of another window may have been taken in.
      await heads.save(liveConversation(id) ?? conversation);
      events.saved(id);
    },
    async saveTurn(id, turn) {
      await images?.settle({ id }, imagesOf([turn]));
      await store.saveTurn(id, turn);
      events.saved(id);
    },
  };
}

/** Replies that are running in another window are shown as running from the start; what is queued there is sent there. */
async function withRunningReplies(
  stored: StoredConversation,
  store: ChatStore,
): Promise<StoredConversation> {
  const ids = await store.turnIds(stored.conversation.id);
  const turns = await new OtherTurns(store).read(stored.conversation, ids);
  const event = takeIn(stored.conversation, turns);
  if (event === undefined) {
    return stored;
  }
  const conversation = applyEvent(stored.conversation, event);
  const isElsewhere = turnElsewhere(conversation) !== undefined;
  return {
    ...stored,
    conversation: isElsewhere ? { ...conversation, queued: undefined } : conversation,
  };
}

interface SyncParts {
  readonly store: ChatStore;
  readonly heads: StoredHeads;
  readonly saver: Saver;
}

/** Interval at which a running reply is written even if no text arrives: other windows see from it that it is running. */
const beatMs = 1000;

/** Saves what happens in one chat and takes in what other windows change, until the result is disposed of. */
function syncChat(
  chat: LiveConversation,
  parts: SyncParts,
  { onLabels, onDeleted }: OtherWindowsEvents,
): Disposable {
  const { saver, heads, store } = parts;
  const beat = setInterval(() => saveRunningTurn(chat.conversation, saver), beatMs);
  let isLostSaid = false;
  const sayLostOnce = (): void => {
    if (!isLostSaid) {
      isLostSaid = true;
      onDeleted();
    }
  };
  const subscription = chat.onDidApply(({ event, from }) => {
    const { conversation } = chat;
    if (event.kind === 'kept') {
      void saver.complete(conversation, [], false);
    } else if (isStored(conversation) && from === 'here') {
      saver.changed(conversation, event);
      if (event.kind === 'turnStarted') {
        // Another window may have deleted the chat that is continued here.
        complete(chat, parts).catch(() => {});
      }
    }
  });
  const stopTakingIn = takeInOtherWindows(chat, {
    store,
    heads,
    onLabels,
    async onDeleted() {
      if (chat.isRunning) {
        // Otherwise the running reply would be all that is left on disk.
        await complete(chat, parts);
      } else {
        onDeleted();
      }
    },
    async onLost() {
      if (!isStored(chat.conversation)) {
        sayLostOnce();
      } else if (!saver.isFailing) {
        await complete(chat, parts);
      }
    },
  });
  return {
    dispose() {
      stopTakingIn();
      clearInterval(beat);
      subscription.dispose();
    },
  };
}

function saveRunningTurn(
  conversation: Conversation,
  saver: Saver,
  change: (turn: Turn) => Turn = (turn) => turn,
): void {
  const turn = runningTurn(conversation);
  if (turn !== undefined && isStored(conversation)) {
    saver.put(conversation.id, change(turn));
  }
}

/** Writes the files of a chat that the store lacks. Throws what the file system throws. */
async function complete(chat: LiveConversation, { store, saver }: SyncParts): Promise<void> {
  const { id } = chat.conversation;
  const [ids, headChangedAt] = await Promise.all([store.turnIds(id), store.headChangedAt(id)]);
  // Read after the wait: what is written must not be older than what is waiting to be written.
  const { conversation } = chat;
  if (conversation.turns.length > 0 && isStored(conversation)) {
    await saver.complete(conversation, ids, headChangedAt > 0);
  }
}

/** Whether a conversation is kept on disk by this window. */
function isStored({ isReadOnly, isTemporary }: Conversation): boolean {
  return isReadOnly !== true && isTemporary !== true;
}
