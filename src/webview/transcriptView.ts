import { branchesOf } from '../chat/branches.ts';
import { transcript } from '../chat/conversation.ts';
import { exchanges } from '../chat/continuation.ts';
import type { Conversation, Turn } from '../shared/conversation.ts';
import { isHeadEvent, type ConversationEvent } from '../shared/conversationEvent.ts';
import { element } from './element.ts';
import type { Exchange } from './exchange.ts';
import { keepActionFocus } from './keepActionFocus.ts';
import { handleTurnActions } from './turnActions.ts';
import { createTurnView, type TurnServices, type TurnView } from './turnView.ts';

/** The events that put another path in the place of the one that is shown. */
const pathKinds: ReadonlySet<ConversationEvent['kind']> = new Set<ConversationEvent['kind']>([
  'headSet',
  'turnsRemoved',
  'turnsRestored',
  'besideSet',
]);

/** So few that what comes into view is laid out quickly, so many that there are few groups. */
const turnsPerGroup = 16;

/** The turns of the path that is shown. */
export class TranscriptView {
  readonly node = element('div', { class: 'transcript' });
  readonly #services: TurnServices;
  /** By the ids of all their turns. */
  #views: ReadonlyMap<string, TurnView> = new Map();

  /** Starts empty. */
  constructor(services: TurnServices) {
    this.#services = services;
    handleTurnActions(this.node, { ...services, viewOf: (turnId) => this.#views.get(turnId) });
  }

  /** Builds everything anew. */
  show(conversation: Conversation): void {
    this.#views = new Map();
    this.#showPath(conversation);
  }

  /** Shows what `event` changed; `conversation` is the one after it. */
  apply(event: ConversationEvent, conversation: Conversation): void {
    if (event.kind === 'turnStarted') {
      this.#showPath(conversation);
      return;
    }
    if (event.kind === 'turnsTakenIn') {
      const others = event.turns.filter((turn) => !this.#grow(turn));
      this.#views = withoutTurns(this.#views, others);
      this.#showPath(conversation);
      return;
    }
    if (pathKinds.has(event.kind)) {
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
  #showPath(conversation: Conversation): void {
    const known = this.#views;
    const { versionsOf } = branchesOf(conversation);
    const all = exchanges(transcript(conversation));
    const views = all.map((turns, index) => {
      const isLast = index === all.length - 1;
      const beside = isLast ? besideOf(turns[0], versionsOf(turns[0]), conversation) : undefined;
      const isCompared = beside !== undefined;
      return this.#viewOf({ turns, versionsOf, isLast, beside, isCompared }, known);
    });
    this.#views = new Map(views.flatMap((view) => view.ids().map((id) => [id, view] as const)));
    putInGroups(
      this.node,
      views.map(({ node }) => node),
    );
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

/** Puts turns into groups that are left out of layout and paint while they are out of sight. */
function putInGroups(transcript: HTMLElement, turns: readonly HTMLElement[]): void {
  const groupCount = Math.ceil(turns.length / turnsPerGroup);
  while (transcript.children.length < groupCount) {
    transcript.append(element('div', { class: 'turn-group' }));
  }
  const groups = [...transcript.children];
  for (const [index, turn] of turns.entries()) {
    const group = groups[Math.floor(index / turnsPerGroup)];
    const inPlace = group?.children[index % turnsPerGroup];
    if (inPlace !== turn) {
      group?.insertBefore(turn, inPlace ?? null);
    }
  }
  const shown = new Set<Element>(turns);
  for (const group of groups) {
    [...group.children].filter((turn) => !shown.has(turn)).forEach((turn) => turn.remove());
  }
  groups.slice(groupCount).forEach((group) => group.remove());
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
