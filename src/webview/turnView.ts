import type { Turn } from '../shared/conversation.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';
import type { ViewToHost } from '../shared/panelProtocol.ts';
import type { Prices } from '../shared/prices.ts';
import { element } from './element.ts';
import { ReplyView } from './replyView.ts';
import { userMessage } from './userMessage.ts';

/** One message with its reply. */
export interface TurnView {
  readonly node: HTMLElement;
  /** The turn as it is shown. */
  readonly turn: () => Turn;
  /** Shows the cost anew. */
  readonly pricesChanged: () => void;
  /** Shows what `event` changed; `turn` is the one after it. */
  readonly apply: (event: ConversationEvent, turn: Turn) => void;
}

/** Shows `turn` as it is. */
export function createTurnView(
  turn: Turn,
  post: (intent: ViewToHost) => void,
  prices: () => Prices,
): TurnView {
  const reply = new ReplyView(turn.reply, post, prices);
  let shown = turn;
  return {
    node: element('section', { class: 'turn', 'data-turn-id': turn.id }, [
      userMessage(turn.user),
      reply.node,
    ]),
    turn: () => shown,
    pricesChanged: () => reply.showEnd(shown.reply),
    apply(event, turn) {
      shown = turn;
      reply.apply(event, turn.reply);
    },
  };
}
