import { baseAfter, headChanges } from '../../../conversation/takeIn.ts';
import type {
  ChatLabels,
  Conversation,
  ConversationHead,
} from '../../../shared/conversation/conversation.ts';
import type { HeadEvent } from '../../../shared/conversation/conversationEvent.ts';
import type { ChatStore } from '../chatStore.ts';

/** A conversation that is open in this window, and the way to apply what another window has changed. */
export interface OpenConversation {
  readonly conversation: Conversation;
  takeIn(event: HeadEvent): void;
}

/**
 * The heads of the open conversations as they were last read or written. Compared with them, a change of
 * this window can be told from a change of another one.
 */
export class StoredHeads {
  readonly #store: Pick<ChatStore, 'saveHead' | 'loadHead'>;
  readonly #bases = new Map<string, ConversationHead>();
  /** Written again where a head has disappeared or is damaged. */
  readonly #labels = new Map<string, ChatLabels>();

  constructor(store: Pick<ChatStore, 'saveHead' | 'loadHead'>) {
    this.#store = store;
  }

  /** Remembers the head of a conversation that was just read, or is new. */
  begin(conversation: Conversation): void {
    this.#bases.set(conversation.id, headOf(conversation));
  }

  /** Writes what has changed in this window. Throws what the file system throws. */
  async save(conversation: Conversation): Promise<void> {
    const { id } = conversation;
    await this.#store.saveHead(conversation, this.#bases.get(id), this.#labels.get(id));
    this.#bases.set(id, headOf(conversation));
  }

  /**
   * Reads the head and takes in what another window has changed. Gives the labels; undefined where the
   * head cannot be read or was written by this window meanwhile. Throws what the file system throws.
   */
  async read(open: OpenConversation): Promise<ChatLabels | undefined> {
    const { id } = open.conversation;
    const base = this.#bases.get(id);
    const found = await this.#store.loadHead(id);
    // What this window has written since is newer than what was read.
    if (found === undefined || base === undefined || this.#bases.get(id) !== base) {
      return undefined;
    }
    const states = { base, mine: headOf(open.conversation), stored: found.head };
    this.#bases.set(id, baseAfter(states));
    this.#labels.set(id, found.labels);
    headChanges(states).forEach((event) => this.takeIn(open, event));
    return found.labels;
  }

  /** Takes in an event of another window. Where it moves the end of the shown path, that is no change of this window. */
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
