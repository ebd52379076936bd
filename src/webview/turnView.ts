import type { Turn } from '../shared/conversation.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';
import { element } from './element.ts';
import { withTurn, type Exchange } from './exchange.ts';
import { ReplyView, type ReplyServices } from './replyView.ts';
import { createUserMessage } from './userMessage.ts';

/** What a turn needs of the panel. */
export interface TurnServices extends ReplyServices {
  readonly isRunning: () => boolean;
}

/** One message with its reply, and what went on with the reply. */
export interface TurnView {
  readonly node: HTMLElement;
  /** As it is shown. */
  readonly exchange: () => Exchange;
  /** Shows other turns after the first one, or other versions. */
  readonly show: (exchange: Exchange) => void;
  /** Lets the user edit the message. */
  readonly edit: () => void;
  /** Shows the cost anew. */
  readonly pricesChanged: () => void;
  /** Shows what `event` changed; `turn` is the one after it. */
  readonly apply: (event: ConversationEvent, turn: Turn) => void;
}

/** Shows `exchange` as it is. Its first turn stays the same. */
export function createTurnView(exchange: Exchange, services: TurnServices): TurnView {
  const [first] = exchange.turns;
  const user = createUserMessage(first, (text) => {
    const maySend = !services.isRunning();
    if (maySend) {
      services.post({ kind: 'edit', turnId: first.id, text });
    }
    return maySend;
  });
  let shown = exchange;
  let reply = new ReplyView(exchange, services);
  user.showVersions(exchange.versionsOf(first));
  return {
    node: element('section', { class: 'turn', 'data-turn-id': first.id }, [user.node, reply.node]),
    exchange: () => shown,
    edit: () => user.edit(),
    pricesChanged: () => reply.showEnd(shown),
    show(next) {
      const isSame = ids(next) === ids(shown);
      const isEndSame = next.isLast === shown.isLast && next.turns.length === 1;
      shown = next;
      user.showVersions(next.versionsOf(first));
      if (isSame && !isEndSame) {
        reply.showEnd(next);
      } else if (!isSame) {
        const before = reply.node;
        reply = new ReplyView(next, services);
        before.replaceWith(reply.node);
      }
    },
    apply(event, turn) {
      shown = withTurn(shown, turn);
      reply.apply(event, shown);
    },
  };
}

function ids({ turns }: Exchange): string {
  return turns.map(({ id }) => id).join(' ');
}
