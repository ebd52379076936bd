import { endInterrupted } from '../../../conversation/conversationState.ts';
import { isOpenToOthers, takeIn } from '../../../conversation/takeIn.ts';
import type { ChatLabels, Conversation, Turn } from '../../../shared/conversation/conversation.ts';
import type { ChatStore } from '../chatStore.ts';
import type { OpenConversation, StoredHeads } from './storedHeads.ts';

/** Interval of the checks. They are made whether or not the file system reports changes. */
const lookMs = 1000;

/** What an open conversation is kept up to date with. */
export interface OtherWindowsServices {
  readonly store: Pick<
    ChatStore,
    'turnsChangedAt' | 'turnIds' | 'loadTurn' | 'turnChangedAt' | 'headChangedAt'
  >;
  readonly heads: Pick<StoredHeads, 'read' | 'takeIn'>;
  /** Called with the labels after this window or another one has written them. */
  readonly onLabels: (labels: ChatLabels) => void;
  /** Called when the whole conversation is no longer on disk. Throws what the file system throws. */
  readonly onDeleted: () => Promise<void>;
  /** Called when some of its files no longer are. Throws what the file system throws. */
  readonly onLost: () => Promise<void>;
}

/**
 * Checks every second whether other windows have changed the open conversation on disk, and takes that in.
 * The result stops the checks.
 */
export function takeInOtherWindows(
  open: OpenConversation,
  services: OtherWindowsServices,
): () => void {
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
        // The next check tries again. A store that cannot be used is reported when a write fails.
        .catch(() => {})
        .finally(() => (isLooking = false));
    }
  }, lookMs);
  return () => clearInterval(timer);
}

function createTurnsLook(
  open: OpenConversation,
  { store, heads, onDeleted, onLost }: Omit<OtherWindowsServices, 'onLabels'>,
): () => Promise<void> {
  const others = new OtherTurns(store);
  /** The turns that were on disk, and those of them that were missing at the last look. */
  let known: readonly string[] = open.conversation.turns.map((turn) => turn.id);
  let missing: readonly string[] = [];
  const stamp = createStamp();
  return async () => {
    const { id } = open.conversation;
    const changedAt = await store.turnsChangedAt(id);
    // A window that dies changes no file, so running replies are checked every time.
    if (!stamp.isNew(changedAt) && !others.areRunning) {
      return;
    }
    const ids = await store.turnIds(id);
    const event = takeIn(open.conversation, await others.read(open.conversation, ids));
    if (event !== undefined) {
      heads.takeIn(open, event);
    }
    const wasMissing = missing;
    const there = new Set(ids);
    missing = known.filter((turnId) => !there.has(turnId));
    // The folder alone decides whether all are gone: a write that failed may leave temporary files only.
    if (changedAt === 0 && missing.length > 0) {
      await onDeleted();
      [known, missing] = [[], []];
    } else if (missing.some((turnId) => wasMissing.includes(turnId))) {
      // At the second look, as the folder may have been about to be deleted file by file.
      await onLost();
    }
    known = [...missing, ...ids];
    if (missing.length === 0) {
      stamp.set(changedAt);
    }
  };
}

function createHeadLook(
  open: OpenConversation,
  { store, heads, onLabels, onLost }: Omit<OtherWindowsServices, 'onDeleted'>,
): () => Promise<void> {
  const stamp = createStamp();
  let before: 'there' | 'missing' | undefined;
  return async () => {
    const { id } = open.conversation;
    const changedAt = await store.headChangedAt(id);
    if (changedAt > 0) {
      before = 'there';
    } else if (before === 'there') {
      before = 'missing';
    } else if (before === 'missing' && (await store.turnsChangedAt(id)) > 0) {
      // At the second look, as above.
      await onLost();
    }
    if (changedAt > 0 && stamp.isNew(changedAt)) {
      const labels = await heads.read(open);
      if (labels !== undefined) {
        onLabels(labels);
      }
      stamp.set(changedAt);
    }
  };
}

/** A window writes its running reply at least once a second. Without a write for so long, it counts as dead. */
const aliveMs = 5000;

/** The last write of a running reply: its file's time, and when it was seen by this window's clock. */
interface Beat {
  readonly changedAt: number;
  readonly seenAt: number;
  /** Whether it was written while this window was looking, so not by a window that has died before. */
  readonly isWitnessed: boolean;
}

/** The turns of one conversation that other windows may be writing. */
export class OtherTurns {
  readonly #store: Pick<ChatStore, 'loadTurn' | 'turnChangedAt'>;
  readonly #beats = new Map<string, Beat>();
  #isFirst = true;
  #areRunning = false;

  constructor(store: Pick<ChatStore, 'loadTurn' | 'turnChangedAt'>) {
    this.#store = store;
  }

  /** Whether the last `read` found a reply that is running in another window. */
  get areRunning(): boolean {
    return this.#areRunning;
  }

  /**
   * Reads those of the turns on disk, given by `ids`, that may hold something new: each as it is running in
   * another window, or as it ended. One that ran there and has no file any more counts as ended. Throws what
   * the file system throws.
   */
  async read({ id, turns }: Conversation, ids: readonly string[]): Promise<readonly Turn[]> {
    const known = new Map(turns.map((turn) => [turn.id, turn]));
    const there = new Set(ids);
    // A window that still writes it will do so again.
    const lost = turns.filter((turn) => turn.isElsewhere === true && !there.has(turn.id));
    const open = ids.filter((turnId) => isOpenToOthers(known.get(turnId)));
    const read = await Promise.all(open.map(async (turnId) => this.#readTurn(id, turnId)));
    this.#isFirst = false;
    this.#areRunning = read.some((turn) => turn?.isElsewhere === true);
    return [...lost.map(endInterrupted), ...read.filter((turn) => turn !== undefined)];
  }

  async #readTurn(conversationId: string, turnId: string): Promise<Turn | undefined> {
    const turn = await this.#store.loadTurn(conversationId, turnId);
    if (turn?.reply.status !== 'running') {
      this.#beats.delete(turnId);
      return turn && endInterrupted(turn);
    }
    const changedAt = await this.#store.turnChangedAt(conversationId, turnId);
    const before = this.#beats.get(turnId);
    const beat =
      before?.changedAt === changedAt
        ? before
        : beatOf(changedAt, before !== undefined || !this.#isFirst);
    this.#beats.set(turnId, beat);
    const ended = endInterrupted(turn);
    const reply = { ...ended.reply, status: turn.reply.status };
    return isAlive(beat)
      ? { ...ended, reply, isElsewhere: true, isUncertain: beat.isWitnessed ? undefined : true }
      : ended;
  }
}

/** The first `read` takes the age from the file; later a new time means a write just now, whatever the clocks say. */
function beatOf(changedAt: number, isWitnessed: boolean): Beat {
  const now = Date.now();
  const isRecent = isWitnessed || Math.abs(now - changedAt) < aliveMs;
  const latest = isWitnessed ? now : Math.min(changedAt, now);
  return { changedAt, seenAt: isRecent ? latest : Number.NEGATIVE_INFINITY, isWitnessed };
}

/** After the clock was put back, too, a reply counts as running only once it is written again. */
function isAlive({ seenAt }: Beat): boolean {
  return Math.abs(Date.now() - seenAt) < aliveMs;
}

/** Some file systems count in steps of two seconds: a change within this time may leave the same time behind. */
export const settledMs = 3000;

/** The time of the last change that was looked at; at first every time is new. Times are milliseconds since 1970. */
export function createStamp() {
  let settledAt: number | undefined;
  return {
    /** Whether there may be a change since the one that was looked at. */
    isNew: (changedAt: number) => changedAt !== settledAt,
    /** To be called after the look has succeeded, so that a failed one is repeated. */
    set(changedAt: number) {
      settledAt = Date.now() - changedAt > settledMs ? changedAt : undefined;
    },
  };
}
