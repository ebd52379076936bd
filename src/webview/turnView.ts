import type { Edits } from './edits.ts';
import { element } from './element.ts';
import type { Exchange } from './exchange.ts';
import { createRepliesView, type RepliesView } from './repliesView.ts';
import type { ReplyServices } from './replyView.ts';
import { createUserMessage } from './userMessage.ts';

/** What a turn needs of the panel. */
export interface TurnServices extends ReplyServices {
  readonly isRunning: () => boolean;
  readonly edits: Edits;
  /** Whether a key sends what is written. */
  readonly isSendKey: (event: KeyboardEvent) => boolean;
}

/** One message with its reply, and what went on with the reply. */
export interface TurnView extends RepliesView {
  /** Lets the user edit the message. */
  readonly edit: () => void;
}

/** Shows `exchange` as it is. Its first turn stays the same. */
export function createTurnView(exchange: Exchange, services: TurnServices): TurnView {
  const [first] = exchange.turns;
  // Where a reply is running the host asks whether it is to be stopped.
  const onSend = (text: string): void => services.post({ kind: 'edit', turnId: first.id, text });
  const user = createUserMessage(first, { ...services, onSend });
  const replies = createRepliesView(exchange, services);
  user.showVersions(exchange.versionsOf(first));
  return {
    node: element('section', { class: 'turn', 'data-turn-id': first.id }, [
      user.node,
      replies.node,
    ]),
    ids: replies.ids,
    exchange: replies.exchange,
    edit: () => user.edit(),
    pricesChanged: replies.pricesChanged,
    show(next) {
      user.showVersions(next.versionsOf(first));
      replies.show(next);
    },
    apply: replies.apply,
  };
}
