import * as l10n from '@vscode/l10n';
import { branchesOf } from '../../conversation/branches.ts';
import {
  emptyConversation,
  isBusy,
  isHeadEvent,
  showsAnotherPath,
  transcript,
} from '../../conversation/conversationState.ts';
import { exchanges } from '../../conversation/exchanges.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import { element } from '../dom/element.ts';
import { keepActionFocus } from '../dom/focus.ts';
import type { AbsentParts } from '../reading/textBlocks.ts';
import { handleCopyAndPrint } from './copyAndPrint.ts';
import type { Exchange } from './reply/exchange.ts';
import { Presence } from './presence.ts';
import { handleTurnActions } from './turnActions.ts';
import { putInGroups } from './turnGroups.ts';
import { TurnSlot } from './turnSlot.ts';
import type { TurnServices } from './turnView.ts';
import { messageEditName } from './message/userMessage.ts';

/** The turns of the conversation's path, as exchanges. Those far from view have no content on the page. */
export class TranscriptView implements AbsentParts {
  readonly node = element('div', { class: 'transcript' });
  readonly #services: TurnServices;
  #conversation = emptyConversation('', 0);
  /** The slots of the exchanges by the ids of all their turns, in order. */
  #slots: ReadonlyMap<string, TurnSlot> = new Map();
  readonly #presence: Presence;

  /** Starts empty; `scroller` is the element that scrolls it. */
  constructor(services: TurnServices, scroller: HTMLElement) {
    this.#services = services;
    this.#presence = new Presence({ scroller, transcript: this.node });
    handleTurnActions(this.node, {
      post: services.post,
      startOver: services.startOver,
      openParameters: services.openParameters,
      isRunning: () => isBusy(this.#conversation),
      slotOf: (turnId) => this.#slots.get(turnId),
    });
    handleCopyAndPrint({
      slots: () => [...new Set(this.#slots.values())],
      bring: (slots) => slots.forEach((slot) => this.#presence.bring(slot)),
    });
  }

  /**
   * Shows a conversation in place of the one before. What is on the page at once is its end and the
   * turn `turnId`; the rest comes with the reader.
   */
  show(conversation: Conversation, turnId?: string): void {
    this.#slots = new Map();
    this.#showPath(conversation);
    const slots = [...new Set(this.#slots.values())];
    const shown = [...endOf(slots), this.#slots.get(turnId ?? '')].filter(
      (slot) => slot !== undefined,
    );
    shown.forEach((slot) => this.#presence.bring(slot));
  }

  /** Shows a conversation whose end is on the page already, with the content of the turn `turnId`. */
  showEarlier(conversation: Conversation, turnId?: string): void {
    this.#showPath(conversation);
    const slot = this.#slots.get(turnId ?? '');
    if (slot !== undefined) {
      this.#presence.bring(slot);
    }
  }

  texts(part: Element): readonly string[] {
    return this.#slotAt(part)?.texts() ?? [];
  }

  bringBack(part: Element): void {
    const slot = this.#slotAt(part);
    if (slot !== undefined) {
      this.#presence.bring(slot);
    }
  }

  /** Whether a reply in this part of the transcript may have a block of code. */
  mayHaveCode(part: Element): boolean {
    const exchange = this.#slotAt(part)?.exchange();
    return exchange?.turns.some(({ reply }) => codeMark.test(reply.text)) === true;
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
      this.#slots = withoutTurns(this.#slots, changed);
      this.#showPath(conversation);
      this.#presence.update();
      return;
    }
    if (showsAnotherPath(event)) {
      keepActionFocus(this.node, () => {
        this.#showPath(conversation);
        this.#presence.update();
      });
      return;
    }
    if (isHeadEvent(event)) {
      return;
    }
    const turn = conversation.turns.findLast(({ id }) => id === event.turnId);
    if (turn !== undefined) {
      this.#slots.get(turn.id)?.apply(event, turn);
    }
  }

  /** Opens the editor of the last message, if there is one. */
  editLast(): void {
    [...this.#slots.values()].at(-1)?.edit();
  }

  /** Shows costs by the current prices. */
  updateCosts(): void {
    this.#slots.forEach((slot) => slot.updateCosts());
  }

  /**
   * Appends the text by which a reply that runs in another window has grown. Gives false if the turn
   * has to be rendered again.
   */
  #grow(turn: Turn): boolean {
    const slot = this.#slots.get(turn.id);
    const before = slot?.exchange(turn.id).turns.find(({ id }) => id === turn.id)?.reply;
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
    slot?.apply({ kind: 'replyReasoning', text: moreReasoning, ...delta }, turn);
    slot?.apply({ kind: 'replyText', text: text.slice(before.text.length), ...delta }, turn);
    slot?.apply({ kind: 'replyStarted', turnId: turn.id }, turn);
    return true;
  }

  /** Shows the path. The slots of turns that stay keep their place, and so focus and selection. */
  #showPath(conversation: Conversation): void {
    this.#conversation = conversation;
    const known = this.#slots;
    const slots = exchangesOf(conversation).map((exchange) => this.#slotOf(exchange, known));
    this.#slots = new Map(slots.flatMap((slot) => slot.ids.map((id) => [id, slot] as const)));
    putInGroups(
      this.node,
      slots.map(({ node }) => node),
    );
    this.#presence.show(slots);
    this.#showPositions(slots);
  }

  /** Screen readers say where a message is among all, also among those that are not on the page. */
  #showPositions(slots: readonly TurnSlot[]): void {
    const counts = slots.map((slot) => 2 + (slot.exchange().beside === undefined ? 0 : 1));
    const total = counts.reduce((sum, count) => sum + count, 0);
    let before = 0;
    for (const [index, slot] of slots.entries()) {
      slot.setPosition({ before, total });
      before += counts[index] ?? 0;
    }
    this.node.role = total === 0 ? null : 'feed';
    this.node.ariaLabel = total === 0 ? null : l10n.t('Messages');
  }

  #slotAt(part: Element): TurnSlot | undefined {
    return part instanceof HTMLElement ? this.#slots.get(part.dataset['turnId'] ?? '') : undefined;
  }

  #slotOf(exchange: Exchange, known: ReadonlyMap<string, TurnSlot>): TurnSlot {
    const [first] = exchange.turns;
    const slot = known.get(first.id);
    if (slot?.exchange().turns[0].id !== first.id) {
      return new TurnSlot(exchange, this.#services);
    }
    slot.show(exchange);
    return slot;
  }
}

/** The path of a conversation as exchanges; the last one may have another version beside it. */
function exchangesOf(conversation: Conversation): readonly Exchange[] {
  const { versionsOf, comparedWith } = branchesOf(conversation);
  const all = exchanges(transcript(conversation));
  return all.map((turns, index): Exchange => {
    const isLast = index === all.length - 1;
    const beside = isLast ? comparedWith(turns[0]) : undefined;
    return { turns, versionsOf, isLast, beside };
  });
}

/** Characters of the end of a conversation that are on the page at once. */
const shownAtOnce = 20_000;

/** The last slots that have this many characters together. */
function endOf(slots: readonly TurnSlot[]): readonly TurnSlot[] {
  let length = 0;
  let start = slots.length;
  while (start > 0 && length < shownAtOnce) {
    start -= 1;
    length += slots[start]?.length ?? 0;
  }
  return slots.slice(start);
}

/** What every block of code has in its source: a fence, or lines that are indented. */
const codeMark = /```|~~~|\t| {4}/;

/** The slots that show none of these turns. */
function withoutTurns(
  slots: ReadonlyMap<string, TurnSlot>,
  turns: readonly Turn[],
): ReadonlyMap<string, TurnSlot> {
  const gone = new Set(turns.map(({ id }) => slots.get(id)));
  return new Map([...slots].filter(([, slot]) => !gone.has(slot)));
}
