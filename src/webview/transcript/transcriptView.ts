import { branchesOf } from '../../conversation/branches.ts';
import { transcript, turnLength } from '../../conversation/conversation.ts';
import { exchanges } from '../../conversation/exchanges.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import {
  showsAnotherPath,
  type ConversationEvent,
  isHeadEvent,
} from '../../shared/conversation/conversationEvent.ts';
import { element } from '../dom/element.ts';
import type { Exchange } from './exchange.ts';
import { keepActionFocus } from '../dom/focus.ts';
import { handleTurnActions } from './turnActions.ts';
import { EarlierTurns } from './earlierTurns.ts';
import { putInGroups } from './turnGroups.ts';
import { createTurnView, type TurnServices, type TurnView } from './turnView.ts';
import { messageEditName } from './userMessage.ts';

/** So much of the end is shown at once, in characters, or more to reach a turn; the rest follows. */
const shownAtOnce = { end: 60_000, toTurn: 600_000 };

/** The turns of the path that is shown. */
export class TranscriptView {
  readonly node = element('div', { class: 'transcript' });
  readonly #services: TurnServices;
  /** By the ids of all their turns. */
  #views: ReadonlyMap<string, TurnView> = new Map();
  /** Those before the ones that are on the page. */
  #earlier: readonly Exchange[] = [];
  readonly #builder = new EarlierTurns({ node: this.node, build: () => this.#buildEarlier() });

  /** Starts empty. */
  constructor(services: TurnServices) {
    this.#services = services;
    handleTurnActions(this.node, { ...services, viewOf: (turnId) => this.#views.get(turnId) });
  }

  /**
   * Builds everything anew: the end at once, from the turn `fromId` on if that is not too far, the rest
   * as there is time and need for it.
   */
  show(conversation: Conversation, fromId?: string): void {
    this.#views = new Map();
    this.#showPath(conversation, fromId);
    this.#builder.begin();
  }

  /** Shows a conversation of which the end is shown already. */
  showEarlier(conversation: Conversation): void {
    this.#showPath(conversation);
    this.#builder.goOn();
  }

  /** Lets all turns come onto the page. */
  showAll(): void {
    this.#builder.wantAll();
  }

  /** Shows what `event` changed; `conversation` is the one after it. */
  apply(event: ConversationEvent, conversation: Conversation): void {
    if (event.kind === 'turnStarted') {
      const { user, parentId } = event.turn;
      const versions = conversation.turns.filter((turn) => turn.parentId === parentId);
      this.#services.edits.sent(user.text, versions.map(messageEditName));
      this.#showPath(conversation);
      return;
    }
    if (event.kind === 'turnsTakenIn') {
      const others = event.turns.filter((turn) => !this.#grow(turn));
      this.#views = withoutTurns(this.#views, others);
      this.#showPath(conversation);
      return;
    }
    if (showsAnotherPath(event)) {
      keepActionFocus(this.node, () => this.#showPath(conversation));
      return;
    }
    if (isHeadEvent(event)) {
      return;
    }
    const turn = conversation.turns.findLast(({ id }) => id === event.turnId);
    if (turn !== undefined) {
      this.#views.get(turn.id)?.apply(event, turn);
    }
  }

  /** Lets the user edit the last message, if there is one. */
  editLast(): void {
    [...this.#views.values()].at(-1)?.edit();
  }

  /** Shows the costs anew. */
  pricesChanged(): void {
    this.#views.forEach((view) => view.pricesChanged());
  }

  /** Shows what has come to a reply that runs in another window; false where it is to be shown anew. */
  #grow(turn: Turn): boolean {
    const view = this.#views.get(turn.id);
    const before = view?.exchange(turn.id).turns.find(({ id }) => id === turn.id)?.reply;
    const { text, reasoning } = turn.reply;
    if (
      before?.status !== 'running' ||
      !text.startsWith(before.text) ||
      !reasoning.startsWith(before.reasoning)
    ) {
      return false;
    }
    const at = Date.now();
    const delta = { turnId: turn.id, at };
    const more = reasoning.slice(before.reasoning.length);
    view?.apply({ kind: 'replyReasoning', text: more, ...delta }, turn);
    view?.apply({ kind: 'replyText', text: text.slice(before.text.length), ...delta }, turn);
    view?.apply({ kind: 'replyStarted', turnId: turn.id }, turn);
    return true;
  }

  /** Keeps the views of turns that stay, in place, so that focus and selection stay too. */
  #showPath(conversation: Conversation, fromId?: string): void {
    const known = this.#views;
    const { versionsOf } = branchesOf(conversation);
    const all = exchanges(transcript(conversation));
    const path = all.map((turns, index): Exchange => {
      const isLast = index === all.length - 1;
      const beside = isLast ? besideOf(turns[0], versionsOf(turns[0]), conversation) : undefined;
      return { turns, versionsOf, isLast, beside, isCompared: beside !== undefined };
    });
    const firstKnown = path.findIndex(({ turns: [first] }) => known.has(first.id));
    const start = startOfEnd(path, fromId);
    // What is on the page stays, and nothing is missing after it.
    const skipped = firstKnown === -1 ? start : Math.min(firstKnown, start);
    this.#earlier = path.slice(0, skipped);
    this.#place(path.slice(skipped).map((exchange) => this.#viewOf(exchange, known)));
  }

  #place(views: readonly TurnView[]): void {
    this.#views = new Map(views.flatMap((view) => view.ids().map((id) => [id, view] as const)));
    const nodes = views.map(({ node }) => node);
    putInGroups(this.node, nodes, this.#earlier.length);
  }

  /** Builds the last of the turns that are not on the page; gives its length in characters. */
  #buildEarlier(): number | undefined {
    const next = this.#earlier.at(-1);
    if (next !== undefined) {
      this.#earlier = this.#earlier.slice(0, -1);
      this.#place([createTurnView(next, this.#services), ...new Set(this.#views.values())]);
    }
    return next && lengthOf(next);
  }

  #viewOf(exchange: Exchange, known: ReadonlyMap<string, TurnView>): TurnView {
    const [first] = exchange.turns;
    const view = known.get(first.id);
    if (view?.exchange().turns[0].id !== first.id) {
      return createTurnView(exchange, this.#services);
    }
    view.show(exchange);
    return view;
  }
}

/** Where the part begins that is shown at once. */
function startOfEnd(path: readonly Exchange[], fromId: string | undefined): number {
  const end = startWithin(path, shownAtOnce.end);
  const from = path.findIndex(({ turns: [first] }) => first.id === fromId);
  const isNear = from >= startWithin(path, shownAtOnce.toTurn);
  return isNear && from >= 0 ? Math.min(from, end) : end;
}

function startWithin(path: readonly Exchange[], limit: number): number {
  let length = 0;
  let start = path.length;
  while (start > 0 && length < limit) {
    start -= 1;
    const exchange = path[start];
    length += exchange === undefined ? 0 : lengthOf(exchange);
  }
  return start;
}

function lengthOf({ turns }: Exchange): number {
  return turns.reduce((sum, turn) => sum + turnLength(turn), 0);
}

function besideOf(
  turn: Turn,
  versions: readonly Turn[],
  { besideId }: Conversation,
): Turn | undefined {
  return versions.find(({ id }) => id === besideId && id !== turn.id);
}

/** What is shown of these turns is shown anew. */
function withoutTurns(
  views: ReadonlyMap<string, TurnView>,
  turns: readonly Turn[],
): ReadonlyMap<string, TurnView> {
  const gone = new Set(turns.map(({ id }) => views.get(id)));
  return new Map([...views].filter(([, view]) => !gone.has(view)));
}
