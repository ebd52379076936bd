import { branchesOf } from '../../conversation/branches.ts';
import {
  emptyConversation,
  isBusy,
  transcript,
  turnLength,
} from '../../conversation/conversation.ts';
import { exchanges } from '../../conversation/exchanges.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import {
  showsAnotherPath,
  type ConversationEvent,
  isHeadEvent,
} from '../../shared/conversation/conversationEvent.ts';
import { element } from '../dom/element.ts';
import { keepActionFocus } from '../dom/focus.ts';
import { EarlierTurns } from './earlierTurns.ts';
import type { Exchange } from './exchange.ts';
import { handleTurnActions } from './turnActions.ts';
import { putInGroups } from './turnGroups.ts';
import { createTurnView, type TurnServices, type TurnView } from './turnView.ts';
import { messageEditName } from './userMessage.ts';

/** The turns of the conversation's path, as exchanges. */
export class TranscriptView {
  readonly node = element('div', { class: 'transcript' });
  readonly #services: TurnServices;
  #conversation = emptyConversation('', 0);
  /** The views on the page by the ids of all their turns, in order. */
  #views: ReadonlyMap<string, TurnView> = new Map();
  /** The exchanges before those on the page. */
  #earlier: readonly Exchange[] = [];
  readonly #earlierTurns = new EarlierTurns({
    node: this.node,
    build: () => this.#buildEarlier(),
  });

  /** Starts empty. */
  constructor(services: TurnServices) {
    this.#services = services;
    handleTurnActions(this.node, {
      post: services.post,
      isRunning: () => isBusy(this.#conversation),
      viewOf: (turnId) => this.#views.get(turnId),
    });
  }

  /**
   * Shows a conversation in place of the one before: its end at once, from the turn `fromId` on if
   * that is not too far up, and the rest later.
   */
  show(conversation: Conversation, fromId?: string): void {
    this.#views = new Map();
    this.#showPath(conversation, fromId);
    this.#earlierTurns.start();
  }

  /** Shows a conversation whose end is on the page already. */
  showEarlier(conversation: Conversation): void {
    this.#showPath(conversation);
    this.#earlierTurns.resume();
  }

  /** Puts all turns on the page, step by step. */
  showAll(): void {
    this.#earlierTurns.buildAll();
  }

  /** Shows the change that `event` makes; `conversation` is the state after it. */
  apply(event: ConversationEvent, conversation: Conversation): void {
    this.#conversation = conversation;
    if (event.kind === 'turnStarted') {
      const { user, parentId } = event.turn;
      const versions = conversation.turns.filter((turn) => turn.parentId === parentId);
      this.#services.edits.dropSent(user.text, versions.map(messageEditName));
      this.#showPath(conversation);
      return;
    }
    if (event.kind === 'turnsTakenIn') {
      const changed = event.turns.filter((turn) => !this.#grow(turn));
      this.#views = withoutTurns(this.#views, changed);
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

  /** Opens the editor of the last message, if there is one. */
  editLast(): void {
    [...this.#views.values()].at(-1)?.edit();
  }

  /** Shows costs by the current prices. */
  updateCosts(): void {
    this.#views.forEach((view) => view.updateCosts());
  }

  /**
   * Appends the text by which a reply that runs in another window has grown. Gives false if the turn
   * has to be rendered again.
   */
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
    const moreReasoning = reasoning.slice(before.reasoning.length);
    view?.apply({ kind: 'replyReasoning', text: moreReasoning, ...delta }, turn);
    view?.apply({ kind: 'replyText', text: text.slice(before.text.length), ...delta }, turn);
    view?.apply({ kind: 'replyStarted', turnId: turn.id }, turn);
    return true;
  }

  /** Shows the path. The views of turns that stay keep their place, and so focus and selection. */
  #showPath(conversation: Conversation, fromId?: string): void {
    this.#conversation = conversation;
    const known = this.#views;
    const path = exchangesOf(conversation);
    const firstKnown = path.findIndex(({ turns: [first] }) => known.has(first.id));
    const start = startOfEnd(path, fromId);
    // What is on the page stays there, with everything after it.
    const skipped = firstKnown === -1 ? start : Math.min(firstKnown, start);
    this.#earlier = path.slice(0, skipped);
    this.#place(path.slice(skipped).map((exchange) => this.#viewOf(exchange, known)));
  }

  #place(views: readonly TurnView[]): void {
    this.#views = new Map(views.flatMap((view) => view.ids().map((id) => [id, view] as const)));
    const nodes = views.map(({ node }) => node);
    putInGroups(this.node, nodes, this.#earlier.length);
  }

  /** Builds the last exchange that is not on the page; gives its length in characters. */
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

/** The path of a conversation as exchanges; the last one may have another version beside it. */
function exchangesOf(conversation: Conversation): readonly Exchange[] {
  const { versionsOf, comparedWith } = branchesOf(conversation);
  const all = exchanges(transcript(conversation));
  return all.map((turns, index): Exchange => {
    const isLast = index === all.length - 1;
    const beside = isLast ? comparedWith(turns[0]) : undefined;
    return { turns, versionsOf, isLast, beside, isCompared: beside !== undefined };
  });
}

/** Characters of the end that are shown at once: at least `end`, up to `toTurn` to include a turn. */
const shownAtOnce = { end: 60_000, toTurn: 600_000 };

/** Index of the first exchange that is shown at once. */
function startOfEnd(path: readonly Exchange[], fromId: string | undefined): number {
  const end = startWithin(path, shownAtOnce.end);
  const from = path.findIndex(({ turns: [first] }) => first.id === fromId);
  const isNear = from >= startWithin(path, shownAtOnce.toTurn);
  return isNear && from >= 0 ? Math.min(from, end) : end;
}

/** Index of the exchange with which the end of `path` reaches `limit` characters. */
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

/** The views that show none of these turns. */
function withoutTurns(
  views: ReadonlyMap<string, TurnView>,
  turns: readonly Turn[],
): ReadonlyMap<string, TurnView> {
  const gone = new Set(turns.map(({ id }) => views.get(id)));
  return new Map([...views].filter(([, view]) => !gone.has(view)));
}
