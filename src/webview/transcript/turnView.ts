import type { Turn } from '../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import { element } from '../dom/element.ts';
import { besideExchange, type Exchange, withTurn } from './exchange.ts';
import type { Edits } from './messageEditor.ts';
import { type ReplyServices, ReplyView } from './replyView.ts';
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

/** The reply to a message, and another one beside it while the two are compared. */
interface RepliesView {
  readonly node: HTMLElement;
  /** Of all turns that are shown. */
  readonly ids: () => readonly string[];
  /** The one of the two that holds the turn, as it is shown. */
  readonly exchange: (turnId?: string) => Exchange;
  /** Shows other turns after the first one, or other versions. */
  readonly show: (exchange: Exchange) => void;
  /** Shows the cost anew. */
  readonly pricesChanged: () => void;
  /** Shows what `event` changed; `turn` is the one after it. */
  readonly apply: (event: ConversationEvent, turn: Turn) => void;
}

/** A reply with what it shows. */
interface Shown {
  readonly exchange: Exchange;
  readonly view: ReplyView;
}

/** Shows the reply of `exchange`, and that of the turn beside it. */
function createRepliesView(exchange: Exchange, services: ReplyServices): RepliesView {
  const node = element('div', { class: 'replies' });
  let shown: readonly Shown[] = [];
  const show = (next: Exchange): void => {
    const exchanges = [besideExchange(next), next].filter((one) => one !== undefined);
    shown = exchanges.map((one) => shownAs(one, shown, services));
    node.classList.toggle('compared', shown.length > 1);
    const nodes = shown.map(({ view }) => view.node);
    if (nodes.length !== node.children.length || nodes.some((one, i) => node.children[i] !== one)) {
      node.replaceChildren(...nodes);
    }
  };
  const has = (turnId: string | undefined) => (one: Shown) =>
    one.exchange.turns.some(({ id }) => id === turnId);
  show(exchange);
  return {
    node,
    show,
    ids: () => shown.flatMap((one) => one.exchange.turns.map(({ id }) => id)),
    exchange: (turnId) => (shown.find(has(turnId)) ?? shown.at(-1))?.exchange ?? exchange,
    pricesChanged: () => shown.forEach((one) => one.view.showEnd(one.exchange)),
    apply(event, turn) {
      shown = shown.map((one) => {
        if (!has(turn.id)(one)) {
          return one;
        }
        const after = withTurn(one.exchange, turn);
        one.view.apply(event, after);
        return { view: one.view, exchange: after };
      });
    },
  };
}

/**
 * Keeps the view of the same turns, and of a reply that is gone on with; what is under the reply is
 * shown anew where it is another.
 */
function shownAs(exchange: Exchange, known: readonly Shown[], services: ReplyServices): Shown {
  const before = known.find((one) => isStartOf(one.exchange, exchange));
  if (before === undefined) {
    return { exchange, view: new ReplyView(exchange, services) };
  }
  const { isLast, isCompared, turns } = before.exchange;
  const isSame = isLast === exchange.isLast && isCompared === exchange.isCompared;
  if (turns.length < exchange.turns.length) {
    before.view.goOn(exchange, turns.length);
  } else if (!isSame || exchange.turns.length > 1) {
    before.view.showEnd(exchange);
  }
  return { view: before.view, exchange };
}

/** Whether `exchange` has the turns of `start`, and perhaps more that go on with its reply. */
function isStartOf(start: Exchange, exchange: Exchange): boolean {
  return start.turns.every(({ id }, index) => exchange.turns[index]?.id === id);
}
