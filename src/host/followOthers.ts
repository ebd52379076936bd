import { takeIn } from '../chat/takeIn.ts';
import type { ConversationNotes } from '../shared/conversationNotes.ts';
import { createChangesSeen } from './changesSeen.ts';
import type { ConversationStore } from './conversationStore.ts';
import { OtherTurns } from './otherTurns.ts';
import type { OpenConversation, StoredHeads } from './storedHeads.ts';

/** How often it is looked whether another window has changed something: also where no file system tells. */
const lookMs = 1000;

/** What an open conversation is kept up to date with. */
export interface OthersServices {
  readonly store: Pick<
    ConversationStore,
    'turnsChangedAt' | 'turnIds' | 'loadTurn' | 'turnChangedAt' | 'headChangedAt'
  >;
  readonly heads: Pick<StoredHeads, 'read' | 'takeIn'>;
  /** Hears of the notes after they were written, here or elsewhere. */
  readonly onNotes: (notes: ConversationNotes) => void;
  /** Hears that turns are not on disk, though they were: the whole folder, or some. */
  readonly onGone: (isAll: boolean) => void;
}

/** Takes what other windows change into the open conversation; the result ends that. */
export function followOthers(open: OpenConversation, services: OthersServices): () => void {
  const lookAtTurns = createTurnsLook(open, services);
  const lookAtHead = createHeadLook(open, services);
  let isLooking = false;
  const look = async (): Promise<void> => {
    const { turns, isTemporary } = open.conversation;
    if (turns.length > 0 && isTemporary !== true) {
      await lookAtTurns();
      await lookAtHead();
    }
  };
  const timer = setInterval(() => {
    if (!isLooking) {
      isLooking = true;
      look()
        // The store says so where it cannot be written, and this is tried again in a moment.
        .catch(() => {})
        .finally(() => (isLooking = false));
    }
  }, lookMs);
  return () => clearInterval(timer);
}

function createTurnsLook(
  open: OpenConversation,
  { store, heads, onGone }: OthersServices,
): () => Promise<void> {
  const others = new OtherTurns(store);
  let before: readonly string[] = [];
  const changes = createChangesSeen();
  return async () => {
    const { id } = open.conversation;
    const changedAt = await store.turnsChangedAt(id);
    // That a window has ended changes no file.
    if (!changes.has(changedAt) && !others.areRunning) {
      return;
    }
    const ids = await store.turnIds(id);
    const event = takeIn(open.conversation, await others.read(open.conversation, ids));
    if (event !== undefined) {
      heads.takeIn(open, event);
    }
    const there = new Set(ids);
    if (before.some((turnId) => !there.has(turnId))) {
      // While a write fails there are temporary files now and then; the folder is there all the time.
      onGone(changedAt === 0);
    }
    before = ids;
    changes.seen(changedAt);
  };
}

function createHeadLook(
  open: OpenConversation,
  { store, heads, onNotes }: OthersServices,
): () => Promise<void> {
  const changes = createChangesSeen();
  return async () => {
    const changedAt = await store.headChangedAt(open.conversation.id);
    if (changedAt > 0 && changes.has(changedAt)) {
      const notes = await heads.read(open);
      if (notes !== undefined) {
        onNotes(notes);
      }
      changes.seen(changedAt);
    }
  };
}
