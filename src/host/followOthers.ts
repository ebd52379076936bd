import { isOpenToOthers, takeIn } from '../chat/takeIn.ts';
import type { Conversation, Turn } from '../shared/conversation.ts';
import type { HeadEvent } from '../shared/conversationEvent.ts';
import type { ConversationStore } from './conversationStore.ts';

/** How often it is looked whether another window has added something: also where no file system tells. */
const lookMs = 1000;

/** Some file systems tell times by two seconds: until then more may have come at the same time. */
const settledMs = 3000;

/** The conversation that is shown, and the way to change it. */
interface OpenConversation {
  readonly conversation: Conversation;
  change(event: HeadEvent): void;
}

type Turns = Pick<ConversationStore, 'turnsChangedAt' | 'turnIds' | 'loadTurn'>;

/** Takes the turns that other windows add into the open conversation; the result ends that. */
export function followOthers(open: OpenConversation, store: Turns): () => void {
  let seen = '';
  let isLooking = false;
  const look = async (): Promise<void> => {
    const { id, turns, isTemporary } = open.conversation;
    if (turns.length === 0 || isTemporary === true) {
      return;
    }
    const changedAt = await store.turnsChangedAt(id);
    const state = `${id} ${changedAt}`;
    if (state !== seen) {
      const others = await readOthers(open.conversation, store);
      const event = open.conversation.id === id ? takeIn(open.conversation, others) : undefined;
      if (event !== undefined) {
        open.change(event);
      }
      // Last, so that what failed is looked for again.
      seen = Date.now() - changedAt > settledMs ? state : '';
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

/** The turns of which there may be more on disk than here. */
async function readOthers(conversation: Conversation, store: Turns): Promise<readonly Turn[]> {
  const known = new Map(conversation.turns.map((turn) => [turn.id, turn]));
  const ids = await store.turnIds(conversation.id);
  const open = ids.filter((id) => isOpenToOthers(known.get(id)));
  const turns = await Promise.all(open.map(async (id) => store.loadTurn(conversation.id, id)));
  return turns.filter((turn) => turn !== undefined);
}
