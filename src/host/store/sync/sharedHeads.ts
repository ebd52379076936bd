import { baseAfter, headChanges } from '../../../conversation/merge/mergedHead.ts';
import type {
  Conversation,
  ConversationHead,
  ChatLabels,
} from '../../../shared/conversation/conversation.ts';
import type { HeadEvent } from '../../../shared/conversation/conversationEvent.ts';
import type { ChatStore } from '../chatStore.ts';

/** The conversation that is shown, and the way to change it. */
export interface OpenConversation {
  readonly conversation: Conversation;
  /** Takes in what is on disk already: it is not to be saved. */
  takeIn(event: HeadEvent): void;
}

type Heads = Pick<ChatStore, 'saveHead' | 'loadHead'>;

/**
 * The heads of the chats of this window as they were read or written last, so that what is changed here
 * is told from what another window has changed.
 */
export class StoredHeads {
  readonly #store: Heads;
  readonly #bases = new Map<string, ConversationHead>();

  constructor(store: Heads) {
    this.#store = store;
  }

  /** Notes the head of a conversation that was just read, or is new. */
  begin(conversation: Conversation): void {
    this.#bases.set(conversation.id, headOf(conversation));
  }

  /** Writes what has changed here. Throws what the file system throws. */
  async save(conversation: Conversation): Promise<void> {
    await this.#store.saveHead(conversation, this.#bases.get(conversation.id));
    this.#bases.set(conversation.id, headOf(conversation));
  }

  /** Takes in what another window has changed, and gives the notes. Throws what the file system throws. */
  async read(open: OpenConversation): Promise<ChatLabels | undefined> {
    const { id } = open.conversation;
    const base = this.#bases.get(id);
    const found = await this.#store.loadHead(id);
    // What was written here meanwhile is newer than what was read.
    if (found === undefined || base === undefined || this.#bases.get(id) !== base) {
      return undefined;
    }
    const states = { base, mine: headOf(open.conversation), stored: found.head };
    this.#bases.set(id, baseAfter(states));
    headChanges(states).forEach((event) => this.takeIn(open, event));
    return found.notes;
  }

  /** Takes in what comes from another window: where the path ends then is no change of this one. */
  takeIn(open: OpenConversation, event: HeadEvent): void {
    const before = open.conversation;
    open.takeIn(event);
    const { id, headId, leftHeadIds } = open.conversation;
    const base = this.#bases.get(id);
    if (base !== undefined && base.headId === before.headId) {
      this.#bases.set(id, { ...base, headId, leftHeadIds });
    }
  }
}

function headOf({ turns: _turns, ...head }: Conversation): ConversationHead {
  return head;
}
