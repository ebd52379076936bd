import { endInterrupted } from '../../../conversation/conversation.ts';
import { isOpenToOthers, takeIn } from '../../../conversation/merge/takeIn.ts';
import type { Conversation, ChatLabels, Turn } from '../../../shared/conversation/conversation.ts';
import type { ChatStore } from '../chatStore.ts';
import type { OpenConversation, StoredHeads } from './sharedHeads.ts';

/** How often it is looked whether another window has changed something: also where no file system tells. */
const lookMs = 1000;

/** What an open conversation is kept up to date with. */
export interface OthersServices {
  readonly store: Pick<
    ChatStore,
    'turnsChangedAt' | 'turnIds' | 'loadTurn' | 'turnChangedAt' | 'headChangedAt'
  >;
  readonly heads: Pick<StoredHeads, 'read' | 'takeIn'>;
  /** Hears of the notes after they were written, here or elsewhere. */
  readonly onNotes: (notes: ChatLabels) => void;
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

/** A window writes a reply that runs in it at least once a second; one that is late is not yet gone. */
const aliveMs = 5000;

/** When a file was written last, and when that was seen here: the clocks may differ. */
interface Beat {
  readonly stamp: number;
  readonly seenAt: number;
}

type Turns = Pick<ChatStore, 'loadTurn' | 'turnChangedAt'>;

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

/** Some file systems tell times by two seconds: until then more may have come at the same time. */
export const settledMs = 3000;

/** Tells whether something was written since it was seen, by when it was written. */
interface ChangesSeen {
  /** Whether what was written last then, in milliseconds since 1970, was not seen yet. */
  has(changedAt: number): boolean;
  /** To be called only after all went well, so that what failed is looked for again. */
  seen(changedAt: number): void;
}

/** Nothing was seen yet. */
export function createChangesSeen(): ChangesSeen {
  let seenAt: number | undefined;
  return {
    has: (changedAt) => changedAt !== seenAt,
    seen(changedAt) {
      seenAt = Date.now() - changedAt > settledMs ? changedAt : undefined;
    },
  };
}
