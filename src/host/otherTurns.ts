import { endInterrupted } from '../chat/endInterrupted.ts';
import { isOpenToOthers } from '../chat/takeIn.ts';
import type { Conversation, Turn } from '../shared/conversation.ts';
import type { ConversationStore } from './conversationStore.ts';

/** A window writes a reply that runs in it at least once a second; one that is late is not yet gone. */
const aliveMs = 5000;

/** When a file was written last, and when that was seen here: the clocks may differ. */
interface Beat {
  readonly stamp: number;
  readonly seenAt: number;
}

type Turns = Pick<ConversationStore, 'loadTurn' | 'turnChangedAt'>;

/** The turns of a conversation of which other windows may know more. */
export class OtherTurns {
  readonly #store: Turns;
  readonly #beats = new Map<string, Beat>();
  #isFirst = true;
  #areRunning = false;

  constructor(store: Turns) {
    this.#store = store;
  }

  /** Whether a reply was running in another window when it was looked last. */
  get areRunning(): boolean {
    return this.#areRunning;
  }

  /**
   * Of the turns on disk, which have these ids, those that may be new, each either as it runs in another
   * window now or as it ended. Throws what the file system throws.
   */
  async read({ id, turns }: Conversation, ids: readonly string[]): Promise<readonly Turn[]> {
    const known = new Map(turns.map((turn) => [turn.id, turn]));
    const open = ids.filter((turnId) => isOpenToOthers(known.get(turnId)));
    const read = await Promise.all(open.map(async (turnId) => this.#readTurn(id, turnId)));
    this.#isFirst = false;
    this.#areRunning = read.some((turn) => turn?.isElsewhere === true);
    return read.filter((turn) => turn !== undefined);
  }

  async #readTurn(conversationId: string, turnId: string): Promise<Turn | undefined> {
    const turn = await this.#store.loadTurn(conversationId, turnId);
    if (turn?.reply.status !== 'running') {
      this.#beats.delete(turnId);
      return turn && endInterrupted(turn);
    }
    const stamp = await this.#store.turnChangedAt(conversationId, turnId);
    const before = this.#beats.get(turnId);
    const beat = before?.stamp === stamp ? before : { stamp, seenAt: this.#seenAt(stamp, before) };
    this.#beats.set(turnId, beat);
    const ended = endInterrupted(turn);
    const reply = { ...ended.reply, status: turn.reply.status };
    return isAlive(beat) ? { ...ended, reply, isElsewhere: true } : ended;
  }

  /** What is found at first is as old as its file says; later whatever is new was written just now. */
  #seenAt(stamp: number, before: Beat | undefined): number {
    const now = Date.now();
    if (before !== undefined || !this.#isFirst) {
      return now;
    }
    return Math.abs(now - stamp) < aliveMs ? Math.min(stamp, now) : Number.NEGATIVE_INFINITY;
  }
}

function isAlive({ seenAt }: Beat): boolean {
  return Date.now() - seenAt < aliveMs;
}
