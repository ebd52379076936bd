import { coalesceInto } from '../../conversation/events.ts';
import { turnLength } from '../../conversation/conversationState.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import type { HostToView } from '../../shared/panel/panelProtocol.ts';

type Snapshot = Extract<HostToView, { kind: 'snapshot' }>;

/**
 * A panel gets at most one `events` message in this time, two frames at 60 Hz. Text looks as smooth as with one
 * message a frame, for two thirds of the work.
 */
const intervalMs = 33;

/** The host's end of one webview of a panel. It posts nothing before `start`. */
export class PanelChannel {
  readonly #post: (message: HostToView) => void;
  #isStarted = false;
  #revision = 0;
  #queue: ConversationEvent[] = [];
  #last: ConversationEvent | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Parts of the snapshot that are not posted yet. */
  #rest: readonly HostToView[] = [];
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(post: (message: HostToView) => void) {
    this.#post = post;
  }

  /** Whether messages are posted. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Posts a snapshot. What happens until `pause` follows as events. */
  start(snapshot: Snapshot): void {
    this.pause();
    this.#isStarted = true;
    const [first, ...others] = snapshotParts(snapshot);
    this.#post(first);
    this.#rest = others;
    this.#postRestSoon();
  }

  /** Posts the turns that a snapshot of the end of `conversation` has left out. */
  complete({ turns }: Conversation, end: Conversation): void {
    const known = new Set(end.turns.map(({ id }) => id));
    this.#postRest();
    this.#rest = earlierParts(turns.filter(({ id }) => !known.has(id)));
    this.#postRestSoon();
  }

  /** Stops posting, because the webview is hidden or gone. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    clearTimeout(this.#restTimer);
    this.#rest = [];
    this.#queue = [];
    this.#last = undefined;
    this.#revision = 0;
    this.#isStarted = false;
  }

  /** Posts an event: the first one and the end of a turn at once, others together once an interval. */
  event(event: ConversationEvent): void {
    if (this.#isStarted) {
      this.#postRest();
      coalesceInto(this.#queue, event);
      if (this.#timer === undefined || event.kind === 'turnEnded') {
        this.#postQueue();
      }
    }
  }

  /** Posts a message that is no event; false if nothing is posted now. */
  message(message: HostToView): boolean {
    if (this.#isStarted) {
      this.#post(message);
    }
    return this.#isStarted;
  }

  /** Posts one part per task, so that each is sent before the next is serialized. */
  #postRestSoon(): void {
    const [next, ...others] = this.#rest;
    if (next !== undefined) {
      this.#restTimer = setTimeout(() => {
        this.#rest = others;
        this.#post(next);
        this.#postRestSoon();
      });
    }
  }

  /** Must happen before an event is posted, because the event may be about any turn. */
  #postRest(): void {
    clearTimeout(this.#restTimer);
    this.#rest.forEach((part) => this.#post(part));
    this.#rest = [];
  }

  #postQueue(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.length > 0) {
      this.#revision += 1;
      const text = this.#moreText();
      this.#post(
        text === undefined
          ? { kind: 'events', revision: this.#revision, events: this.#queue }
          : [this.#revision, text],
      );
      this.#last = this.#queue.at(-1);
      this.#queue = [];
      this.#timer = setTimeout(() => this.#postQueue(), intervalMs);
    }
  }

  /** The text in the queue, if it is all there is and it continues what was posted last. */
  #moreText(): string | undefined {
    const [first, ...others] = this.#queue;
    const last = this.#last;
    return first?.kind === 'replyText' &&
      others.length === 0 &&
      last?.kind === 'replyText' &&
      last.turnId === first.turnId
      ? first.text
      : undefined;
  }
}

/** How many characters of turns the snapshot itself contains, and each part after it. */
const sizes = { first: 400_000, later: 2_000_000 };

/**
 * Splits the snapshot of a long conversation: first its end, which can be shown at once, then the earlier turns
 * in parts, the latest part first.
 */
function snapshotParts(snapshot: Snapshot): readonly [Snapshot, ...HostToView[]] {
  const { conversation } = snapshot;
  const { turns, headId } = conversation;
  const start = startOfPart(turns, sizes.first);
  // If the shown path ends further up, its end is not in the first part.
  if (start === 0 || !turns.slice(start).some(({ id }) => id === headId)) {
    return [snapshot];
  }
  return [
    { ...snapshot, conversation: { ...conversation, turns: turns.slice(start) } },
    ...earlierParts(turns.slice(0, start)),
  ];
}

/** The latest part first. */
function earlierParts(turns: readonly Turn[]): readonly HostToView[] {
  const parts: HostToView[] = [];
  for (let rest = turns; rest.length > 0;) {
    const at = startOfPart(rest, sizes.later);
    parts.push({ kind: 'earlierTurns', turns: rest.slice(at), isLast: at === 0 });
    rest = rest.slice(0, at);
  }
  return parts;
}

/** The index from which the turns have this many characters. Never between a reply and its continuation. */
function startOfPart(turns: readonly Turn[], characters: number): number {
  let length = 0;
  let start = turns.length;
  while (start > 0 && (length < characters || turns[start]?.isContinuation === true)) {
    start -= 1;
    const turn = turns[start];
    length += turn === undefined ? 0 : turnLength(turn);
  }
  return start;
}
