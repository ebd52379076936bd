import * as vscode from 'vscode';
import { runningTurn } from '../chat/conversation.ts';
import type { Conversation } from '../shared/conversation.ts';
import type { HeadEvent } from '../shared/conversationEvent.ts';
import type { ConversationSaver } from './conversationSaver.ts';
import type { ConversationSession } from './conversationSession.ts';
import type { ConversationStore } from './conversationStore.ts';
import { followOthers, type OthersServices } from './followOthers.ts';
import type { StoredHeads } from './storedHeads.ts';

/** What keeps the chats of a window on disk. */
export interface MemoryParts {
  readonly store: ConversationStore;
  readonly heads: StoredHeads;
  readonly saver: ConversationSaver;
}

/** Hears of what other windows do with a chat. */
export interface OthersEvents extends Pick<OthersServices, 'onNotes'> {
  /** Hears that another window has deleted the chat. */
  readonly onDeleted: () => void;
}

/** Other windows tell from this that a reply still runs here. */
const beatMs = 1000;

/** Saves what happens in a session, and takes in what other windows change; the result ends that. */
export function followSession(
  session: ConversationSession,
  parts: MemoryParts,
  { onNotes, onDeleted }: OthersEvents,
): vscode.Disposable {
  const { saver, heads, store } = parts;
  const open = createOpen(session);
  const stopBeating = beat(session, saver);
  const subscription = session.onDidApply((event) => {
    const { conversation } = session;
    if (event.kind === 'kept') {
      void saver.complete(conversation, []);
    } else if (isStored(conversation) && !open.isTakingIn) {
      saver.changed(conversation, event);
      if (event.kind === 'turnStarted') {
        // Another window may have deleted what is gone on with here.
        complete(session, parts).catch(() => {});
      }
    }
  });
  const unfollow = followOthers(open, {
    store,
    heads,
    onNotes,
    onGone(isAll) {
      if (session.isRunning) {
        // What is being said must not be all that is left.
        complete(session, parts).catch(() => {});
      } else if (isAll) {
        onDeleted();
      }
    },
  });
  return new vscode.Disposable(() => {
    unfollow();
    stopBeating();
    subscription.dispose();
  });
}

/** The conversation of a session; what it takes in is known by `isTakingIn` while it is applied. */
function createOpen(session: ConversationSession) {
  let isTakingIn = false;
  return {
    get conversation() {
      return session.conversation;
    },
    get isTakingIn() {
      return isTakingIn;
    },
    takeIn(event: HeadEvent) {
      isTakingIn = true;
      session.change(event);
      isTakingIn = false;
    },
  };
}

/** Writes a running reply again and again, also while nothing comes. */
function beat(session: ConversationSession, saver: ConversationSaver): () => void {
  const timer = setInterval(() => {
    const { conversation } = session;
    const turn = runningTurn(conversation);
    if (turn !== undefined && isStored(conversation)) {
      saver.put(conversation.id, turn);
    }
  }, beatMs);
  return () => clearInterval(timer);
}

/** Writes the turns of a session that the store does not have. Throws what the file system throws. */
export async function complete(
  session: ConversationSession,
  { store, saver }: MemoryParts,
): Promise<void> {
  const ids = await store.turnIds(session.conversation.id);
  // Only now, so that what is written is no older than what is waiting to be written.
  const { conversation } = session;
  if (conversation.turns.length > 0 && isStored(conversation)) {
    await saver.complete(conversation, ids);
  }
}

/** Whether a conversation is to be kept on disk as it is here. */
export function isStored({ isReadOnly, isTemporary }: Conversation): boolean {
  return isReadOnly !== true && isTemporary !== true;
}
