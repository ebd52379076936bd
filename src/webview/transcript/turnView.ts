import type { Turn, UserMessage } from '../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import { element } from '../dom/element.ts';
import { isSendKey } from '../dom/keyboard.ts';
import { besideExchange, comparedAs, type Exchange, withTurn } from './reply/exchange.ts';
import type { Edits } from './message/messageEditor.ts';
import { type ReplyServices, ReplyView } from './reply/replyView.ts';
import { createUserMessage } from './message/userMessage.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** What a turn needs of the panel. */
export interface TurnServices extends ReplyServices {
  readonly edits: Edits;
  /** Opens a new chat with this message in the input box. */
  readonly startOver: (message: UserMessage) => void;
  /** Opens the parameters of the chat. */
  readonly openParameters: (name: string) => void;
}

/** The content of an exchange: a user message with its reply, or with two replies that are compared. */
export interface TurnView extends RepliesView {
  /** Opens the editor of the message. */
  readonly edit: () => void;
}

/** Shows `exchange`. Later ones that it is given must have the same first turn. */
export function createTurnView(
  exchange: Exchange,
  services: ReplyServices & Pick<TurnServices, 'edits'>,
): TurnView {
  const { post, settings, folds, edits, pictures } = services;
  const [first] = exchange.turns;
  const user = createUserMessage(first, {
    folds,
    edits,
    pictures,
    openContext: (item) => post({ kind: 'openContext', item }),
    // While a reply is running, the host asks whether to stop it.
    onSend: (text) => post({ kind: 'edit', turnId: first.id, text }),
    isSendKey: (event) => isSendKey(event, settings().sendWith),
  });
  const replies = createRepliesView(exchange, services);
  user.showVersions(exchange.versionsOf(first));
  return {
    ...replies,
    node: element('div', { class: 'turn-content' }, [
      user.node,
      questionLine(first.user.text, user.node),
      replies.node,
    ]),
    edit: () => user.edit(),
    show(next) {
      user.showVersions(next.versionsOf(first));
      replies.show(next);
    },
  };
}

/** The reply to a message, and a second one beside it while the two are compared. */
interface RepliesView {
  readonly node: HTMLElement;
  /** Shows other continuations or other versions of the same first turn. */
  readonly show: (exchange: Exchange) => void;
  /** Shows costs by the current prices. */
  readonly updateCosts: () => void;
  /** Shows the change that `event` makes; `turn` is the state after it. */
  readonly apply: (event: ConversationEvent, turn: Turn) => void;
}

/** An exchange whose reply is on the page. */
interface ShownReply {
  readonly exchange: Exchange;
  readonly view: ReplyView;
}

function createRepliesView(exchange: Exchange, services: ReplyServices): RepliesView {
  const node = element('div', { class: 'replies' });
  let shown: readonly ShownReply[] = [];
  const show = (next: Exchange): void => {
    const exchanges = [besideExchange(next), next].filter((one) => one !== undefined);
    shown = exchanges.map((one) => showReply(one, shown, services));
    node.classList.toggle('compared', shown.length > 1);
    const nodes = shown.map(({ view }) => view.node);
    if (nodes.length !== node.children.length || nodes.some((one, i) => node.children[i] !== one)) {
      node.replaceChildren(...nodes);
    }
  };
  const has = (turnId: string) => (one: ShownReply) =>
    one.exchange.turns.some(({ id }) => id === turnId);
  show(exchange);
  return {
    node,
    show,
    updateCosts: () => shown.forEach((one) => one.view.showEnd(one.exchange)),
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
 * Shows the reply of `exchange`. Uses the known view of the same turns, also if `exchange` continues
 * its reply, so that rendered text, focus and selection stay.
 */
function showReply(
  exchange: Exchange,
  known: readonly ShownReply[],
  services: ReplyServices,
): ShownReply {
  const before = known.find((one) => isStartOf(one.exchange, exchange));
  if (before === undefined) {
    return { exchange, view: new ReplyView(exchange, services) };
  }
  const { isLast, turns } = before.exchange;
  const hasSameEnd =
    isLast === exchange.isLast && comparedAs(before.exchange) === comparedAs(exchange);
  if (turns.length < exchange.turns.length) {
    before.view.continueWith(exchange, turns.length);
  } else if (!hasSameEnd || exchange.turns.length > 1) {
    before.view.showEnd(exchange);
  }
  return { view: before.view, exchange };
}

/** Whether `exchange` begins with the turns of `start`. */
function isStartOf(start: Exchange, exchange: Exchange): boolean {
  return start.turns.every(({ id }, index) => exchange.turns[index]?.id === id);
}

/** More of a message does not fit into one line of any panel. In characters. */
const most = 300;

/**
 * The start of a message in one line, which stays at the top of the view while its reply is read. A click leads back
 * to the message. It repeats what is on the page, so that screen readers pass it over.
 */
function questionLine(text: string, message: HTMLElement): HTMLElement {
  const line = element('div', {}, [visibleText(text.trim().slice(0, most))]);
  line.addEventListener('click', () => message.scrollIntoView({ block: 'start' }));
  return element('div', { class: 'question-line', 'aria-hidden': 'true', dir: 'auto' }, [line]);
}
