import { transcript } from '../chat/conversation.ts';
import type { Conversation, Turn } from '../shared/conversation.ts';
import { isHeadEvent, type ConversationEvent } from '../shared/conversationEvent.ts';
import type { ViewToHost } from '../shared/panelProtocol.ts';
import type { Prices } from '../shared/prices.ts';
import { element } from './element.ts';
import { handleTurnActions } from './turnActions.ts';
import { createTurnView, type TurnView } from './turnView.ts';

/** The turns of the path that is shown. */
export class TranscriptView {
  readonly node = element('div', { class: 'transcript' });
  readonly #post: (intent: ViewToHost) => void;
  readonly #prices: () => Prices;
  #views: ReadonlyMap<string, TurnView> = new Map();

  /** Starts empty. */
  constructor(post: (intent: ViewToHost) => void, isRunning: () => boolean, prices: () => Prices) {
    this.#post = post;
    this.#prices = prices;
    const turnOf = (turnId: string): Turn | undefined => this.#views.get(turnId)?.turn();
    handleTurnActions(this.node, { post, isRunning, turnOf });
  }

  /** Builds everything anew. */
  show(turns: readonly Turn[]): void {
    this.#views = new Map();
    this.#showPath(turns);
  }

  /** Shows what `event` changed; `conversation` is the one after it. */
  apply(event: ConversationEvent, conversation: Conversation): void {
    if (event.kind === 'turnStarted') {
      this.#showPath(transcript(conversation));
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

  /** Shows the costs anew. */
  pricesChanged(): void {
    this.#views.forEach((view) => view.pricesChanged());
  }

  /** Keeps the views of turns that stay, in place, so that focus and selection stay too. */
  #showPath(turns: readonly Turn[]): void {
    const known = this.#views;
    const views = turns.map(
      (turn) => known.get(turn.id) ?? createTurnView(turn, this.#post, this.#prices),
    );
    this.#views = new Map(views.map((view) => [view.turn().id, view]));
    for (const [index, { node }] of views.entries()) {
      const inPlace = this.node.children[index];
      if (inPlace !== node) {
        this.node.insertBefore(node, inPlace ?? null);
      }
    }
    while (this.node.children.length > views.length) {
      this.node.lastChild?.remove();
    }
  }
}
