import { coalesceInto } from '../../conversation/events.ts';
import { turnLength } from '../../conversation/conversation.ts';
import type { Turn } from '../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import type { HostToView } from '../../shared/panel/panelProtocol.ts';

type Snapshot = Extract<HostToView, { kind: 'snapshot' }>;

/**
 * Two animation frames of most screens: a panel gets at most one `events` message in that time. Text
 * flows to the eye as with one, for two thirds of the work.
 */
const intervalMs = 33;

/** The host's end of one panel: what it is told, and when. It says nothing until `start`. */
export class PanelChannel {
  readonly #post: (message: HostToView) => void;
  #isStarted = false;
  #revision = 0;
  #queue: ConversationEvent[] = [];
  #last: ConversationEvent | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What of the snapshot is still to be posted. */
  #rest: readonly HostToView[] = [];
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(post: (message: HostToView) => void) {
    this.#post = post;
  }

  /** Whether the panel is told what happens. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Posts a snapshot; everything until the panel is hidden follows as events. */
  start(snapshot: Snapshot): void {
    this.pause();
    this.#isStarted = true;
    const [first, ...others] = snapshotParts(snapshot);
    this.#post(first);
    this.#rest = others;
    this.#postRestSoon();
  }

  /** The panel is hidden or gone: it is told nothing until the next `start`. */
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

  /** Passes on an event: the first and the end of a turn at once, those of the same interval together. */
  event(event: ConversationEvent): void {
    if (this.#isStarted) {
      this.#postRest();
      coalesceInto(this.#queue, event);
      if (this.#timer === undefined || event.kind === 'turnEnded') {
        this.#postQueue();
      }
    }
  }

  /** Passes on a message that stands for itself; false where the panel is told nothing now. */
  message(message: HostToView): boolean {
    if (this.#isStarted) {
      this.#post(message);
    }
    return this.#isStarted;
  }

  /** One part at a time, so that the first is on its way before the next is made ready. */
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

  /** An event may be about any turn. */
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

  /** The text in the queue, if there is nothing else in it and it goes on with what was posted last. */
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

/** So many characters go with the snapshot itself, and with each part after it. */
const sizes = { first: 400_000, later: 2_000_000 };

/**
 * A snapshot as it is posted: of a long conversation its end, which can be shown at once, and then the turns
 * before it, part by part, the last part first.
 */
function snapshotParts(snapshot: Snapshot): readonly [Snapshot, ...HostToView[]] {
  const { conversation } = snapshot;
  const { turns, headId } = conversation;
  const start = startOfPart(turns, sizes.first);
  // A path that ends further up is shown as a whole.
  if (start === 0 || !turns.slice(start).some(({ id }) => id === headId)) {
    return [snapshot];
  }
  const parts: HostToView[] = [];
  for (let rest = turns.slice(0, start); rest.length > 0;) {
    const at = startOfPart(rest, sizes.later);
    parts.push({ kind: 'earlierTurns', turns: rest.slice(at) });
    rest = rest.slice(0, at);
  }
  return [{ ...snapshot, conversation: { ...conversation, turns: turns.slice(start) } }, ...parts];
}

/** Where the end begins that has so many characters; a reply is not parted from what went on with it. */
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
