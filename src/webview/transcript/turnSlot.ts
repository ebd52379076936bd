import type { Turn } from '../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import { element } from '../dom/element.ts';
import { absentClass, blocksIn, blockText } from '../reading/textBlocks.ts';
import {
  besideExchange,
  type Exchange,
  exchangeLength,
  turnsOf,
  withTurn,
} from './reply/exchange.ts';
import { createTurnView, type TurnServices, type TurnView } from './turnView.ts';

/** The place of an exchange among the messages of the transcript, for screen readers. */
interface Position {
  /** How many messages and replies come before. */
  readonly before: number;
  /** How many there are. */
  readonly total: number;
}

/** What the user is doing there, and only the page knows. */
const busy =
  '.message-editor, .code-block:is(.drawn, .as-source):not(.unasked), .diagram-button .codicon-loading, .source-block .formatted';

/**
 * The part of the transcript for one exchange. It is always on the page, its content only while that
 * is present; without it the slot keeps the height.
 */
export class TurnSlot {
  readonly node: HTMLElement;
  readonly #services: TurnServices;
  #exchange: Exchange;
  #view: TurnView | undefined;
  #state: ContentState | undefined;
  #position: Position = { before: 0, total: 0 };
  /** Number of elements of the content, as it was last counted. */
  #elementCount: number;

  /** Starts without content, with an estimated height. */
  constructor(exchange: Exchange, services: TurnServices) {
    this.#exchange = exchange;
    this.#services = services;
    const { id } = exchange.turns[0];
    this.node = element('section', { class: `turn ${absentClass}`, 'data-turn-id': id });
    const length = exchangeLength(exchange);
    this.node.style.blockSize = `${Math.round(estimated.px + length * estimated.pxPerCharacter)}px`;
    this.#elementCount = Math.round(estimated.elements + length * estimated.elementsPerCharacter);
  }

  /** Whether the content is on the page. */
  get isPresent(): boolean {
    return this.#view !== undefined;
  }

  /** Whether the content cannot leave the page: a reply is running, or it has a state of its own. */
  get isBusy(): boolean {
    return (
      turnsOf(this.#exchange).some(({ reply }) => reply.status === 'running') ||
      this.node.querySelector(busy) !== null
    );
  }

  /** Number of elements of the content; an estimate before it was on the page. */
  get elementCount(): number {
    if (this.isPresent) {
      this.#elementCount = this.node.getElementsByTagName('*').length;
    }
    return this.#elementCount;
  }

  /** The ids of all turns whose replies are shown. */
  get ids(): readonly string[] {
    return turnsOf(this.#exchange).map(({ id }) => id);
  }

  /** Length of all texts, in UTF-16 code units. */
  get length(): number {
    return exchangeLength(this.#exchange);
  }

  /** The texts of messages and replies as they were written. */
  get sources(): readonly string[] {
    return turnsOf(this.#exchange).flatMap(({ user, reply }) => [user.text, reply.text]);
  }

  /** The exchange that contains the turn, as it is shown; without `turnId`, the main one. */
  exchange(turnId?: string): Exchange {
    const isBeside = turnId !== undefined && this.#exchange.beside?.id === turnId;
    return (isBeside ? besideExchange(this.#exchange) : undefined) ?? this.#exchange;
  }

  /** Puts the content on the page. */
  bring(): void {
    if (this.#view !== undefined) {
      return;
    }
    this.#view = createTurnView(this.#exchange, this.#services);
    this.node.classList.remove(absentClass);
    this.node.style.blockSize = '';
    this.node.append(this.#view.node);
    this.#showPosition();
    if (this.#state !== undefined) {
      restoreState(this.#view.node, this.#state);
    }
  }

  /** Notes height and state of the content, which is to leave the page. Gives what takes it off. */
  leave(): () => void {
    const view = this.#view;
    if (view === undefined) {
      return () => undefined;
    }
    const { height } = this.node.getBoundingClientRect();
    this.#elementCount = this.elementCount;
    this.#state = readState(view.node);
    return () => {
      this.#view = undefined;
      this.node.style.blockSize = `${height}px`;
      this.node.classList.add(absentClass);
      this.node.replaceChildren();
    };
  }

  /** Shows other continuations or other versions of the same first turn. */
  show(exchange: Exchange): void {
    this.#exchange = exchange;
    this.#view?.show(exchange);
  }

  /** Says where the messages are among all. */
  setPosition(position: Position): void {
    this.#position = position;
    this.#showPosition();
  }

  /** Shows the change that `event` makes; `turn` is the state after it. */
  apply(event: ConversationEvent, turn: Turn): void {
    this.#exchange = withTurn(this.#exchange, turn);
    this.#view?.apply(event, turn);
  }

  /** Opens the editor of the message. */
  edit(): void {
    this.bring();
    this.#view?.edit();
  }

  /** Shows costs by the current prices. */
  updateCosts(): void {
    this.#view?.updateCosts();
  }

  /** The texts of the blocks that the content has, in order. */
  texts(): readonly string[] {
    const content = (this.#view ?? createTurnView(this.#exchange, this.#services)).node;
    return [...blocksIn(content)].map((block) => blockText(block).text);
  }

  #showPosition(): void {
    const { before, total } = this.#position;
    for (const [index, message] of messagesIn(this.node).entries()) {
      setAttribute(message, 'aria-posinset', String(before + index + 1));
      setAttribute(message, 'aria-setsize', String(total));
    }
  }
}

/** What an exchange takes as a rule in a side bar: in height, and in elements of the page. */
const estimated = { px: 120, pxPerCharacter: 0.35, elements: 50, elementsPerCharacter: 0.1 };

function setAttribute(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) {
    node.setAttribute(name, value);
  }
}

function messagesIn(node: Element): readonly Element[] {
  return [...node.querySelectorAll('article.message')];
}

/** What the reader has done to the content of an exchange and only the page knows. */
interface ContentState {
  /** Whether each `details` is open, in document order. */
  readonly open: readonly boolean[];
  /** Whether the lines of each block of code are wrapped. */
  readonly wrapped: readonly boolean[];
  /** How far each scrolling box is scrolled, in CSS pixels. */
  readonly scrolled: readonly (readonly [left: number, top: number])[];
}

/** Reads the state of content that is about to leave the page. */
function readState(content: Element): ContentState {
  return {
    open: detailsIn(content).map(({ open }) => open),
    wrapped: codeIn(content).map(isWrapped),
    scrolled: boxesIn(content).map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]),
  };
}

/** Gives content that was built again, and is on the page, the state it had before. */
function restoreState(content: Element, { open, wrapped, scrolled }: ContentState): void {
  for (const [index, details] of detailsIn(content).entries()) {
    details.open = open[index] ?? details.open;
  }
  for (const [index, code] of codeIn(content).entries()) {
    code.classList.toggle('wrapped', wrapped[index] ?? false);
  }
  for (const [index, box] of boxesIn(content).entries()) {
    const [left, top] = scrolled[index] ?? [0, 0];
    // To scroll a box, the browser has to lay it out.
    if (left !== 0 || top !== 0) {
      box.scrollTo({ left, top, behavior: 'instant' });
    }
  }
}

function detailsIn(content: Element): readonly HTMLDetailsElement[] {
  return [...content.querySelectorAll('details')];
}

function codeIn(content: Element): readonly Element[] {
  return [...content.querySelectorAll('.code-block')];
}

function isWrapped(code: Element): boolean {
  return code.classList.contains('wrapped');
}

function boxesIn(content: Element): readonly Element[] {
  return [...content.querySelectorAll('pre, .table-scroll')];
}
